/**
 * QPay's errors: status and message, if one is known. Keys and messages: V2 document, sheet error_message (see
 * switches.ts), and Amraa1/qpay_client, src/qpay_client/v2/error.py. The shape `{error, message}`: the same document,
 * sheets payment_cancel and payment_refund. AUTHENTICATION_FAILED and INVOICE_ALREADY_CANCELED have a Mongolian message,
 * PAYMENT_SETTLED (400) and NO_CREDENDIALS repeat their key: this follows from the lengths of recorded responses in
 * Amraa1/qpay_client, spec/openapi.yaml (93, 99, 55 and 53 bytes).
 */
const ERRORS = {
  AUTHENTICATION_FAILED: [401, 'Нэвтрэх нэр, нууц үг буруу'],
  NO_CREDENDIALS: [401],
  NO_CREDENTIALS: [401],
  INVOICE_CODE_INVALID: [400, 'Нэхэмжлэлийн код буруу'],
  INVALID_AMOUNT: [400, 'Үнийн дүн буруу'],
  INVOICE_NOTFOUND: [422, 'Нэхэмжлэл олдсонгүй'],
  INVOICE_PAID: [400, 'Нэхэмжлэл төлөгдсөн'],
  INVOICE_ALREADY_CANCELED: [400, 'Нэхэмжлэл цуцлагдсан байна'],
  INVALID_OBJECT_TYPE: [400, 'object_type буруу'],
  PAYMENT_NOTFOUND: [422, 'Төлбөр олдсонгүй'],
  PAYMENT_NOT_PAID: [400, 'Төлбөр төлөлт хийгдээгүй байна'],
  PAYMENT_ALREADY_CANCELED: [400, 'Төлбөр цуцлагдсан байна'],
  PAYMENT_SETTLED: [400],
  /** The document describes 409 with this word. That it is also the error's key is assumed. */
  UNIQUE_ERROR: [409],
  /** Not in the document. Public clients have seen it with 500. */
  SYSTEM_BUSY: [500],
} as const satisfies Record<string, readonly [status: number, message?: string]>
export type ErrorKey = keyof typeof ERRORS

export class QPayError extends Error {
  readonly key: ErrorKey | null
  readonly status: number
  readonly body: object

  constructor(key: ErrorKey | null, status: number, body: object) {
    super(JSON.stringify(body))
    this.key = key
    this.status = status
    this.body = body
  }
}

export function refusal(key: ErrorKey): QPayError {
  const [status, message = key] = ERRORS[key]
  return new QPayError(key, status, { error: key, message })
}

/**
 * Creates the error for invalid parameters, with a type and a message for each field. Only an example is known, which
 * public clients have seen: `{"error":{"page_limit":{"type":"MIN_NUMBER","message":"Number min value [1]!"}}}`. Other
 * types are assumed to look the same.
 */
export function wrongParameters(wrong: Record<string, { type: string; message: string }>): QPayError {
  return new QPayError(null, 400, { error: wrong })
}
