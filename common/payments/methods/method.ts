import type { Scope } from '../../projects/project.ts'
import type { Attempt, Beginning, Due } from '../rules/method.ts'

export type PaymentForm = Readonly<Record<string, string | undefined>>

/** A way to pay. A new one is a file like its neighbours and a line in `all.ts`. */
export interface PaymentMethod {
  /** As the API and the form name it. */
  readonly name: string
  /** Whether customers of this project and mode can choose it. */
  offered(scope: Scope): boolean
  /** What is wrong with the method's own fields of the form: the field, and the sentence's key. */
  check(form: PaymentForm): { field: string; problem: string } | null
  /** How a payment begins at `now`. Nothing outside is asked: this runs in the transaction. */
  begin(scope: Scope, form: PaymentForm, now: Date): Beginning
  /**
   * What time alone will do to the payment, after what was due up to `after` has been done; null
   * where it waits for somebody, or is over.
   */
  next(payment: Attempt, after: Date): Due | null
}
