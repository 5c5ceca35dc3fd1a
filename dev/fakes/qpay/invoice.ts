import { wrongParameters } from './errors.ts'

/** A customer's attempt to pay an invoice. Field names as in GET /v2/payment/:id: V2 document, sheet payment_get. */
export interface Row {
  payment_id: string
  payment_status: 'NEW' | 'FAILED' | 'PAID' | 'PARTIAL' | 'REFUNDED'
  payment_date: string
  payment_fee: string
  payment_amount: string
  payment_currency: string
  payment_wallet: string
  transaction_type: 'P2P' | 'CARD'
}

export interface Invoice {
  id: string
  status: 'OPEN' | 'CLOSED' | 'CANCELED'
  /** The body of the request that created it. */
  request: Record<string, unknown>
  amount: number
  code: string
  rows: Row[]
}

/** The fields of an invoice: the type, or the maximum length of a text. */
const REQUIRED: Record<string, 'number' | number> = {
  invoice_code: 45,
  sender_invoice_no: 45,
  invoice_receiver_code: 45,
  invoice_description: 255,
  amount: 'number',
  callback_url: 255,
}
const OPTIONAL: Record<string, 'boolean' | 'number' | number> = {
  sender_branch_code: 45,
  sender_staff_code: 100,
  note: 1000,
  expiry_date: 32,
  enable_expiry: 'boolean',
  allow_partial: 'boolean',
  allow_exceed: 'boolean',
  minimum_amount: 'number',
  maximum_amount: 'number',
}

/** Returns the sum of an invoice's paid rows in its own currency. */
export function paidOf({ rows }: Invoice): number {
  const paid = rows.filter(
    ({ payment_status: status, payment_currency: currency }) =>
      status === 'PAID' && currency.toUpperCase() === 'MNT',
  )
  return paid.reduce((sum, { payment_amount: amount }) => sum + Number(amount), 0)
}

/** Returns whether a part of the amount was paid, but not all of it. */
export function isPartlyPaid(invoice: Invoice): boolean {
  const hasMoney = invoice.rows.some(
    ({ payment_status: status }) => status === 'PAID' || status === 'PARTIAL',
  )
  return hasMoney && paidOf(invoice) < invoice.amount
}

/**
 * Returns a row as in POST /v2/payment/check. Its type and fee have other names than in GET /v2/payment/:id, and it has
 * no date. V2 document, sheet payment_check, both examples; Amraa1/qpay_client, src/qpay_client/v2/schemas.py (Payment).
 */
export function checkedRow(row: Row, refundedAs: string): object {
  const { payment_id, payment_status, payment_amount, payment_currency, payment_wallet } = row
  const isCard = row.transaction_type === 'CARD'
  const sum = { status: 'SUCCESS', amount: payment_amount, currency: payment_currency }
  const card = {
    ...{ card_type: 'UNIONPAY', is_cross_border: false, date: row.payment_date, ...sum },
    ...{ settlement_status: 'PENDING', settlement_status_date: row.payment_date },
  }
  const account = {
    ...{ transaction_bank_code: '050000', account_bank_code: '050000', account_bank_name: 'Хаан банк' },
    ...{ account_number: '50*******', ...sum, settlement_status: 'SETTLED' },
  }
  return {
    payment_id,
    payment_status: payment_status === 'REFUNDED' ? refundedAs : payment_status,
    payment_amount,
    trx_fee: row.payment_fee,
    payment_currency,
    payment_wallet,
    payment_type: row.transaction_type,
    next_payment_date: null,
    next_payment_datetime: null,
    card_transactions: isCard ? [card] : [],
    p2p_transactions: isCard ? [] : [account],
  }
}

/**
 * Returns the rows of the requested page. A page has 1 to 100 rows: V2 document, sheet payment_check. The default is the
 * first 10: qpay-sdk/qpay-docs, app/api-reference/payments/page.mdx.
 */
export function pageOf(rows: Row[], offset: unknown): Row[] {
  const given = (offset ?? {}) as Record<string, unknown>
  const [page, limit] = [numberIn(given, 'page_number', 1), numberIn(given, 'page_limit', 10)]
  return rows.slice((page - 1) * limit, page * limit)
}

function numberIn(given: Record<string, unknown>, name: string, fallback: number): number {
  const value = Number(given[name] ?? fallback)
  if (value >= 1 && value <= 100) return value
  const [type, bound] = value > 100 ? ['MAX_NUMBER', 'max value [100]'] : ['MIN_NUMBER', 'min value [1]']
  throw wrongParameters({ [name]: { type, message: `Number ${bound}!` } })
}

/** Throws if a field of an invoice is missing, unknown or invalid. Names and lengths: V2 document, sheet invoice_create. */
export function checkInvoice(given: Record<string, unknown>): void {
  const wrong: Record<string, { type: string; message: string }> = {}
  const add = (name: string, type: string) => (wrong[name] = { type, message: `${name}: ${type}` })
  for (const name of Object.keys(REQUIRED))
    if (given[name] === undefined || given[name] === '') add(name, 'REQUIRED')
  for (const [name, value] of Object.entries(given)) {
    const kind = REQUIRED[name] ?? OPTIONAL[name]
    if (kind === undefined) add(name, 'UNKNOWN')
    else if (typeof kind === 'string' && typeof value !== kind) add(name, 'TYPE')
    else if (typeof kind === 'number' && (typeof value !== 'string' || value.length > kind))
      add(name, 'MAX_LENGTH')
  }
  if (Object.keys(wrong).length > 0) throw wrongParameters(wrong)
}
