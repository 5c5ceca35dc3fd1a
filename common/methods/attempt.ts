import type { PaymentStatus } from '../domain/payments/status.ts'
import type { Form } from '../kit/form.ts'
import type { Amount } from '../kit/money.ts'
import type { ProblemKey } from '../kit/sentence-key.ts'
import type { BankAccount, Manual } from './manual.ts'
import type { StoredValues } from './settings.ts'

/** Fields of a payment from which a method computes its next step. */
export interface PaymentAttempt {
  status: PaymentStatus
  amount: Amount
  details: Record<string, unknown> | null
  createdAt: Date
  expiresAt: Date | null
}

/** Initial state of a payment. A `failed` or `paid` one ends at once. */
export interface Beginning {
  status: 'started' | 'paid' | 'failed'
  expiresAt?: Date
  failureMessage?: string
  details?: Record<string, unknown>
  /** The account that the customer sends the money to. Stored with the payment, since the settings may change. */
  account?: BankAccount
}

/** Steps that happen to a payment by time alone. */
export type Step = 'succeed' | 'give_up' | 'remind_merchant'

/** A step and its due time. */
export interface Due {
  step: Step
  at: Date
}

/** Lifecycle of a payment by this method. */
export interface MethodAttempt<Stored extends StoredValues = StoredValues> {
  /** How a person confirms it; null for other methods. */
  readonly manual: Manual | null
  /** Checks the method's own fields of the form; returns the field and the sentence's key, or null. */
  check(form: Form): { field: string; problem: ProblemKey } | null
  /** Returns a payment's initial state at `now`. Runs in the transaction, so it must not call other services. */
  begin(given: { values: Stored | undefined; form: Form; now: Date }): Beginning
  /**
   * Returns the first step due after `after`; null if the payment waits for a person or has ended.
   */
  next(payment: PaymentAttempt, after: Date): Due | null
}
