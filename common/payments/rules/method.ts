import type { Amount } from '../../kit/money.ts'

/** What a method needs to know of a payment to say what is due for it. */
export interface Attempt {
  status: 'started' | 'pending' | 'paid' | 'failed' | 'canceled' | 'refund_required' | 'refunded'
  amount: Amount
  details: Record<string, unknown> | null
  createdAt: Date
  expiresAt: Date | null
}

/** How a payment begins. A `failed` or `paid` one is over at once. */
export interface Beginning {
  status: 'started' | 'paid' | 'failed'
  expiresAt?: Date
  failureMessage?: string
  details?: Record<string, unknown>
  /** Where the customer is to send the money; the payment gets a reference of six digits. */
  account?: { bankName: string; accountNumber: string; accountHolder: string }
}

/** What time alone does to a payment. */
export type Step = 'succeed' | 'give_up' | 'remind_merchant'

/** One step that time will take, and when. */
export interface Due {
  step: Step
  at: Date
}

/** The earliest of `steps` that is not over yet: what the payment waits for. */
export function earliest(steps: readonly Due[]): Due | null {
  return steps.reduce<Due | null>((first, due) => (first && first.at <= due.at ? first : due), null)
}
