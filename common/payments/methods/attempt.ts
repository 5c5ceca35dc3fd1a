import type { Form } from '../../kit/form.ts'
import type { Amount } from '../../kit/money.ts'
import type { ProblemKey } from '../../kit/problem-key.ts'
import type { PaymentStatus } from '../rules/status.ts'
import type { StoredValues } from './settings.ts'

/** What a method needs to know of a payment to say what is due for it. */
export interface PaymentAttempt {
  status: PaymentStatus
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

/** What time and people do to a payment by this method. */
export interface MethodAttempt<Stored extends StoredValues = StoredValues> {
  /**
   * Where a person confirms: the customer reports the payment, it waits as `pending`, and the merchant
   * has so long to look before being reminded daily. Null where no person is asked.
   */
  readonly claim: { readonly window: number } | null
  /** What is wrong with the method's own fields of the form: the field, and the sentence's key. */
  check(form: Form): { field: string; problem: ProblemKey } | null
  /** How a payment begins at `now`. Nothing outside is asked: this runs in the transaction. */
  begin(given: { values: Stored | undefined; form: Form; now: Date }): Beginning
  /**
   * What time alone will do to the payment, after what was due up to `after` has been done; null
   * where it waits for somebody, or is over.
   */
  next(payment: PaymentAttempt, after: Date): Due | null
}
