/** A row of what `payment/check` answers: one attempt of a customer to pay an invoice. */
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
  /** The body of the request that made it. */
  asked: Record<string, unknown>
  amount: number
  code: string
  rows: Row[]
}

/** What an invoice has to say, and what it may; a text by how long it may be. */
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

/** What the rows of an invoice that are paid in its own currency add up to. */
export function paidOf({ rows }: Invoice): number {
  const paid = rows.filter(
    ({ payment_status: status, payment_currency: currency }) =>
      status === 'PAID' && currency.toUpperCase() === 'MNT',
  )
  return paid.reduce((sum, { payment_amount: amount }) => sum + Number(amount), 0)
}

/** What is wrong with the fields of an invoice, by their names; null where nothing is. */
export function wrongIn(given: Record<string, unknown>): object | null {
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
  return Object.keys(wrong).length > 0 ? wrong : null
}
