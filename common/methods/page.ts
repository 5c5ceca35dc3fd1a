import type { SentenceKey } from '../kit/sentence-key.ts'

/**
 * The page of a started payment.
 *
 * - `report`: the details of a manual payment, and the button to report it.
 * - `code`: a code to scan, or to open in a bank's app.
 * - `redirect`: leads to the provider named `to`; `url` is null until it exists.
 * - `processing`: waits for the result.
 */
export type StartedPage =
  | { page: 'report' | 'processing' }
  | { page: 'code'; text: string; shortUrl: string | null; apps: readonly BankApp[] }
  | { page: 'redirect'; to: string; url: string | null }

/** A phone app that opens the code's payment. */
export interface BankApp {
  /** In Latin letters. */
  name: string
  /** In its own language. */
  nativeName: string
  url: string
  /** The provider's address of its logo; null if unknown. Pages show our own copy of it. */
  logo: string | null
}

/** Texts of a method on the page, as catalogue keys, and its page. */
export interface MethodPage {
  /** Its name: on the page, on receipts, in the portal and in emails. */
  readonly label: SentenceKey
  /** A line below the name. */
  readonly hint: SentenceKey
  /** The next step after choosing it; may contain {shop}. */
  readonly next: SentenceKey
  /**
   * Text of the button if pressing it does not pay at once but leads on; may differ on a phone. Null: "Pay" and
   * the amount.
   */
  readonly button: { readonly text: SentenceKey; readonly onPhone?: SentenceKey } | null
  /** The template that draws its icon. */
  readonly icon: `icons/${string}`
  /** True if it is selected initially: only for the simulated method. */
  readonly preselected: boolean
  /** Options sent under `field`; the first one is selected initially. */
  readonly choice: {
    readonly field: string
    readonly options: readonly { readonly value: string; readonly label: SentenceKey }[]
  } | null
  /** Returns the page of a started payment with these details. */
  started(details: Readonly<Record<string, unknown>> | null): StartedPage
}
