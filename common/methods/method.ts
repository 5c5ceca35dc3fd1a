import type { MethodAttempt } from './attempt.ts'
import type { MethodPage } from './page.ts'
import type { MethodSettings, StoredValues } from './settings.ts'

/**
 * A payment method: a folder with a file for each part, and a line in `all.ts`. These files do no I/O; calls
 * to a provider are in one more file, `gateway.ts`
 * (docs/decisions/0033-a-payment-method-is-a-folder.md).
 */
export interface PaymentMethod<Values extends StoredValues = StoredValues> {
  /** Its name in the API, the page's form and the catalogues. */
  readonly name: string
  readonly settings: MethodSettings<Values>
  readonly attempt: MethodAttempt<Values>
  readonly page: MethodPage
}
