/**
 * What differs between QPay's own accounts, environments and papers, or what it does only at times. "V2 document" is
 * QPay's "QPay API doc V2", as kept in Amraa1/qpay_client, docs/QPay API doc V2.xlsx, by its sheets.
 */
export interface Switches {
  /**
   * How a token's end is given. As a Unix time: V2 document, sheet token ("expires_in: date /timestamp/"), and the answer
   * in Amraa1/qpay_client, spec/openapi.yaml. In seconds: the name says so, and public clients count so.
   */
  expiry: { as: 'seconds' | 'unix'; seconds: number }
  /**
   * Whether a new token ends all earlier ones. V2 document, sheet token: `not-before-policy` warns that it may. How often
   * it does is not published, so it is off unless a test wants it.
   */
  newTokenEndsFormer: boolean
  /**
   * How many of the next tokens, new or refreshed, are refused from the beginning. Not published. Assumed, because public
   * clients expect a token to be refused before its end: Amraa1/qpay_client, src/qpay_client/v2/transport.py (401).
   */
  refusesNextTokens: number
  /** Whether refresh tokens are refused. 401 for them: Amraa1/qpay_client, spec/openapi.yaml, POST /v2/auth/refresh. */
  refusesRefreshing: boolean
  /**
   * How a refused token is named. V2 document, sheet error_message, spells it `NO_CREDENDIALS`; public clients have seen
   * `NO_CREDENTIALS` from the live host.
   */
  noCredentials: 'NO_CREDENDIALS' | 'NO_CREDENTIALS'
  /**
   * Statuses of errors that sources give differently. V2 document, sheet error_message: 400 for wrong parameters, 409 for
   * duplicates, 422 for what is not found. qpay-sdk/qpay-docs, app/error-codes/page.mdx: 409 for INVOICE_PAID and 404 for
   * INVOICE_NOTFOUND.
   */
  statuses: Record<string, number>
  /**
   * Whether a partly paid invoice cannot be canceled (`INVOICE_PAID`). Not published: the V2 document says only "Invoice is
   * paid!". Off, because an invoice in part is `PARTIAL` there, not `PAID`.
   */
  keepsPartlyPaid: boolean
  /**
   * Whether a second invoice with the same `sender_invoice_no` is refused. V2 document, sheet invoice_create, forbids it.
   * The answer is not published: 409 is what sheet error_message has for duplicates.
   * On in the tests of the adapter.
   */
  uniqueNumbers: boolean
  /** How a refunded row is named: V2 document, sheet payment_check, or Amraa1/qpay_client, src/qpay_client/v2/enums.py. */
  refundedAs: 'REFUNDED' | 'REFUND'
  /**
   * How many apps an invoice names, and how long their links are; as usual if it is null. V2 document, sheet
   * invoice_create_simple: 50 characters for each text of an app, though its own example of a link has 160.
   */
  links: { count: number; length: number } | null
}

export const usual = (): Switches => ({
  expiry: { as: 'unix', seconds: 86_400 },
  newTokenEndsFormer: false,
  refusesNextTokens: 0,
  refusesRefreshing: false,
  noCredentials: 'NO_CREDENDIALS',
  statuses: {},
  keepsPartlyPaid: false,
  uniqueNumbers: false,
  refundedAs: 'REFUNDED',
  links: null,
})
