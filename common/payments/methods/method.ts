import type { MethodAttempt } from './attempt.ts'
import type { MethodPage } from './page.ts'
import type { MethodSettings, StoredValues } from './settings.ts'

/**
 * A way to pay: a folder with a file for each of its parts, and a line in `all.ts`. None of them does
 * any I/O; where a provider is asked, that is one more file, `gateway.ts`
 * (docs/decisions/0033-a-payment-method-is-a-folder.md).
 */
export interface PaymentMethod<Values extends StoredValues = StoredValues> {
  /** As the API, the page's form and the catalogues of sentences name it. */
  readonly name: string
  readonly settings: MethodSettings<Values>
  readonly attempt: MethodAttempt<Values>
  readonly page: MethodPage
}
