import type { SentenceKey } from '../../kit/sentence-key.ts'

/**
 * Where a payment is made that has been started: by a `transfer` whose details are shown, by a `code` to scan or
 * one of the bank apps that open it, at another address (`to` is its owner's name; null while it is being made), or
 * nowhere any more (`processing`: we wait).
 */
export type StartedPage =
  | { page: 'transfer' | 'processing' }
  | { page: 'code'; text: string; shortUrl: string | null; apps: readonly BankApp[] }
  | { page: 'redirect'; to: string; url: string | null }

/** An app on a phone that opens what the code says. */
export interface BankApp {
  /** In Latin letters. */
  name: string
  /** As it is written at home. */
  nativeName: string
  url: string
}

/** What customers see of a method: keys of the catalogue, and which of our pages goes with it. */
export interface MethodPage {
  /** Its name: on the page, on receipts, in the portal and in emails. */
  readonly label: SentenceKey
  /** A line below the name. */
  readonly hint: SentenceKey
  /** What comes next, once it is chosen; may name the {shop}. */
  readonly next: SentenceKey
  /**
   * What the button says while it is chosen, where the press does not pay by itself but leads on; on a phone it may
   * lead elsewhere. Null: "Pay", and the amount.
   */
  readonly button: { readonly text: SentenceKey; readonly onPhone?: SentenceKey } | null
  /** The template that draws its icon. */
  readonly icon: `icons/${string}`
  /** Whether it is chosen from the start: only where no money is, since between real ways to pay the customer chooses. */
  readonly preselected: boolean
  /** What else is to be chosen with it, sent under `field`; the first one is chosen already. */
  readonly choice: {
    readonly field: string
    readonly options: readonly { readonly value: string; readonly label: SentenceKey }[]
  } | null
  /** Which page is shown while a payment with these details is started. */
  started(details: Readonly<Record<string, unknown>> | null): StartedPage
  /** How the page speaks of one that failed: nothing was charged, or the merchant did not find the money. */
  readonly failed: 'declined' | 'rejected'
}
