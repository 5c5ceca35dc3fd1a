/**
 * Behavior that differs between QPay's accounts, environments and documents, or that occurs only sometimes. "V2 document"
 * is "QPay API doc V2" in Amraa1/qpay_client, docs/QPay API doc V2.xlsx, cited by sheet.
 */
export interface Switches {
  /**
   * The format of a token's end. Unix time: V2 document, sheet token ("expires_in: date /timestamp/"), and the response in
   * Amraa1/qpay_client, spec/openapi.yaml. Seconds: the usual meaning of the name, which public clients use.
   */
  expiry: { as: 'seconds' | 'unix'; seconds: number }
  /**
   * Whether a new token ends all earlier ones. V2 document, sheet token: `not-before-policy` warns that it may. How often
   * it happens is not published.
   */
  newTokenEndsEarlierOnes: boolean
  /**
   * Number of the next tokens, new or refreshed, that are refused from the start. Not published. Assumed, because public
   * clients handle a token that is refused before its end: Amraa1/qpay_client, src/qpay_client/v2/transport.py (401).
   */
  refusesNextTokens: number
  /** Whether refresh tokens are refused, with 401: Amraa1/qpay_client, spec/openapi.yaml, POST /v2/auth/refresh. */
  refusesRefreshTokens: boolean
  /**
   * The error for a refused token. V2 document, sheet error_message, spells it `NO_CREDENDIALS`. Public clients have seen
   * `NO_CREDENTIALS` from the live host.
   */
  noCredentials: 'NO_CREDENDIALS' | 'NO_CREDENTIALS'
  /**
   * Statuses of errors on which the sources disagree. V2 document, sheet error_message: 400 for invalid parameters, 409 for
   * duplicates, 422 for missing objects. qpay-sdk/qpay-docs, app/error-codes/page.mdx: 409 for INVOICE_PAID and 404 for
   * INVOICE_NOTFOUND.
   */
  statuses: Record<string, number>
  /**
   * Whether a partly paid invoice cannot be canceled (`INVOICE_PAID`). Not published: the V2 document has only "Invoice is
   * paid!". Off, because a partly paid invoice is `PARTIAL` there, not `PAID`.
   */
  keepsPartlyPaid: boolean
  /**
   * Whether a second invoice with the same `sender_invoice_no` is refused. V2 document, sheet invoice_create, forbids it.
   * The response is not published; sheet error_message has 409 for duplicates. On in the tests of the gateway.
   */
  uniqueNumbers: boolean
  /** The status of a refunded row: V2 document, sheet payment_check, or Amraa1/qpay_client, src/qpay_client/v2/enums.py. */
  refundedAs: 'REFUNDED' | 'REFUND'
  /**
   * Number of apps in an invoice, and the length of their links; null for the usual ones. V2 document, sheet
   * invoice_create_simple: at most 50 characters for each text of an app, but its own example of a link has 160.
   */
  links: { count: number; length: number } | null
  /** The logo of an app by its scheme; null for the usual one. A picture's address: V2 document, sheet invoice_create_simple. */
  logo: ((scheme: string) => unknown) | null
}

export const defaultSwitches = (): Switches => ({
  expiry: { as: 'unix', seconds: 86_400 },
  newTokenEndsEarlierOnes: false,
  refusesNextTokens: 0,
  refusesRefreshTokens: false,
  noCredentials: 'NO_CREDENDIALS',
  statuses: {},
  keepsPartlyPaid: false,
  uniqueNumbers: false,
  refundedAs: 'REFUNDED',
  links: null,
  logo: null,
})
