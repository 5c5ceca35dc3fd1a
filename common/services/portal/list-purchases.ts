import type { Sql } from '../../../db/sql.ts'
import type { Amount } from '../../kit/money.ts'
import { checkoutUrl, invoiceUrl } from '../links/pages.ts'

/** A purchase: paid, reported as paid, or completed with nothing to pay. */
export interface Purchase {
  at: Date
  /** Name of the product; for an invoice its description. */
  name: string | null
  /** Name of the price. */
  priceName: string | null
  quantity: number
  /** An invoice's number. */
  invoice: string | null
  amount: Amount
  /** Currency of the received money; null if it is the project's. */
  currency: string | null
  status: 'pending' | 'paid' | 'refund_required' | 'refunded'
  /** Amount refunded so far. */
  refunded: Amount
  method: string | null
  /** Receipt number, if this payment completed the checkout. */
  receipt: string | null
  /** Link to the receipt, or to the status of the payment. */
  url: string
}

interface Row {
  type: 'checkout' | 'invoice'
  id: number
  token: string
  at: Date
  name: string | null
  price_name: string | null
  quantity: number
  number: string | null
  amount: number
  currency: string | null
  status: Purchase['status']
  refunded: number
  paid_at: Date | null
  method: string | null
}

const SHOWN = "('pending', 'paid', 'refund_required', 'refunded')"
/** The amount received. Releases before `amount_received` only settled full payments. */
const SUM =
  "IF(payment.status = 'pending', payment.amount, COALESCE(payment.amount_received, payment.amount))"
const ITEM = 'FROM checkout_items item WHERE item.checkout_id = page.id ORDER BY item.id LIMIT 1'

/** Lists a customer's purchases, newest first: `size` of them after the first `skip`. */
export async function listPurchases(
  sql: Sql,
  customerId: number,
  skip: number,
  size: number,
): Promise<Purchase[]> {
  const rows = await sql.rows<Row>(
    `SELECT page.*, IF(type = 'checkout', (SELECT item.name ${ITEM}), description) AS name,
       IF(type = 'checkout', (SELECT item.price_name ${ITEM}), NULL) AS price_name,
       IF(type = 'checkout', (SELECT item.quantity ${ITEM}), 1) AS quantity
     FROM (SELECT * FROM (
       SELECT 'checkout' AS type, checkout.id, checkout.token, payment.id AS payment_id,
         COALESCE(IF(payment.status = 'paid', checkout.paid_at, payment.paid_at), payment.claimed_at, payment.created_at) AS at,
         NULL AS description, checkout.receipt_number AS number, ${SUM} AS amount,
         payment.received_currency AS currency, payment.status, payment.method,
         payment.amount_refunded AS refunded, payment.paid_at
       FROM checkouts checkout
       JOIN payments payment ON payment.payable_type = 'checkout' AND payment.payable_id = checkout.id
       WHERE checkout.customer_id = ? AND payment.status IN ${SHOWN}
     UNION ALL
       SELECT 'checkout', checkout.id, checkout.token, 0, checkout.paid_at,
         NULL, checkout.receipt_number, 0, NULL, 'paid', NULL, 0, checkout.paid_at
       FROM checkouts checkout
       WHERE checkout.customer_id = ? AND checkout.status = 'complete' AND checkout.payment_method IS NULL
     UNION ALL
       SELECT 'invoice', invoice.id, invoice.token, payment.id,
         COALESCE(IF(payment.status = 'paid', invoice.paid_at, payment.paid_at), payment.claimed_at, payment.created_at),
         invoice.description, invoice.number, ${SUM}, payment.received_currency, payment.status, payment.method,
         payment.amount_refunded, payment.paid_at
       FROM invoices invoice
       JOIN payments payment ON payment.payable_type = 'invoice' AND payment.payable_id = invoice.id
       WHERE invoice.customer_id = ? AND payment.status IN ${SHOWN}
     ) purchase ORDER BY at DESC, payment_id DESC, id DESC LIMIT ? OFFSET ?) page
     ORDER BY at DESC, payment_id DESC, id DESC`,
    [customerId, customerId, customerId, size, skip],
  )
  return rows.map(serialize)
}

function serialize(row: Row): Purchase {
  const { at, name, quantity, amount, currency, status, refunded, method, number } = row
  const isInvoice = row.type === 'invoice'
  return {
    at,
    name,
    priceName: row.price_name,
    quantity,
    amount,
    currency,
    status,
    refunded,
    method,
    invoice: isInvoice ? number : null,
    receipt: !isInvoice && (status === 'paid' || row.paid_at !== null) ? number : null,
    url: isInvoice ? invoiceUrl(row.id, row.token) : checkoutUrl(row.id, row.token),
  }
}
