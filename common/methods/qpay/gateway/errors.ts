import { ProviderError, type ProviderFault } from '../../provider.ts'

/** A request that QPay has refused. `code` is one from its documentation; null if the answer has none. */
export class QPayRefusal extends ProviderError {
  readonly status: number
  readonly code: string | null

  constructor(fault: ProviderFault, status: number, code: string | null, retryAfter: number | null) {
    super(fault, messageOf(status, code), retryAfter)
    this.status = status
    this.code = code
  }
}

/** The advice to the merchant about each code that concerns the account. */
const ADVICE: Record<string, string> = {
  AUTHENTICATION_FAILED: 'the username or the password is wrong',
  NO_CREDENDIALS: 'it no longer accepts the username and the password',
  NO_CREDENTIALS: 'it no longer accepts the username and the password',
  PERMISSION_DENIED: 'this account has no permission for that; ask QPay',
  CLIENT_NOTFOUND: 'the account does not exist',
  INVOICE_CODE_INVALID: 'the invoice code is wrong',
  MERCHANT_NOTFOUND: 'the merchant does not exist; ask QPay',
  MERCHANT_INACTIVE: 'the merchant is not active; ask QPay',
  BANK_ACCOUNT_NOTFOUND: 'no bank account is known for the merchant; ask QPay',
  ACCOUNT_SELECTION_INVALID: 'no bank account is known for the merchant; ask QPay',
  CARD_TERMINAL_NOTFOUND: 'no terminal is known for the merchant; ask QPay',
  P2P_TERMINAL_NOTFOUND: 'no terminal is known for the merchant; ask QPay',
  MCC_NOTFOUND: 'the merchant’s category is not known; ask QPay',
  BANK_MCC_NOT_FOUND: 'the merchant’s category is not known; ask QPay',
  QRACCOUNT_NOTFOUND: 'no QR account is known for the merchant; ask QPay',
  QRACCOUNT_INACTIVE: 'the merchant’s QR account is not active; ask QPay',
  EBARIMT_NOT_REGISTERED: 'this invoice code is for tax receipts; ask QPay for another',
  INVOICE_LINE_REQUIRED: 'this invoice code is for tax receipts; ask QPay for another',
  TAX_LINE_REQUIRED: 'this invoice code is for tax receipts; ask QPay for another',
  TAX_PRODUCT_CODE_REQUIRED: 'this invoice code is for tax receipts; ask QPay for another',
  SENDER_BRANCH_DATA_REQUIRED: 'this invoice code requires data that we do not have; ask QPay for another',
  INVOICE_RECEIVER_DATA_REQUIRED: 'this invoice code requires data that we do not have; ask QPay for another',
  INVOICE_RECEIVER_DATA_EMAIL_REQUIRED:
    'this invoice code requires data that we do not have; ask QPay for another',
  INVOICE_RECEIVER_DATA_PHONE_REQUIRED:
    'this invoice code requires data that we do not have; ask QPay for another',
  INVOICE_RECEIVER_DATA_ADDRESS_REQUIRED:
    'this invoice code requires data that we do not have; ask QPay for another',
}

/** The statuses of permanent refusals. Any other status without a code may come from a proxy. */
const REFUSALS = new Set([400, 404, 409, 422])

/** Returns the error for an unsuccessful answer. Its code is more reliable than its status. */
export function refusalOf(status: number, body: unknown, retryAfter: number | null): QPayRefusal {
  const code = codeIn(body)
  return new QPayRefusal(faultOf(status, code), status, code, retryAfter)
}

function faultOf(status: number, code: string | null): ProviderFault {
  if (status === 429) return 'limited'
  if (status >= 500) return 'unreachable'
  if (status === 401 || status === 403) return 'account'
  if (code !== null && Object.hasOwn(ADVICE, code)) return 'account'
  return code !== null || REFUSALS.has(status) ? 'refused' : 'unreachable'
}

function messageOf(status: number, code: string | null): string {
  const advice = code !== null && Object.hasOwn(ADVICE, code) ? `: ${ADVICE[code]}` : ''
  return `QPay answered ${status}${code ? ` ${code}` : ''}${advice}.`
}

/**
 * Returns the code in an answer, which may be in one of four fields. Other text is ignored, as its origin is
 * unknown.
 */
function codeIn(body: unknown): string | null {
  const { error, error_code: errorCode, code, message } = (body ?? {}) as Record<string, unknown>
  const texts = [error, errorCode, code, message]
  const found = texts.find((one) => typeof one === 'string' && /^[A-Z][A-Z0-9_]{2,60}$/.test(one))
  return (found as string | undefined) ?? null
}
