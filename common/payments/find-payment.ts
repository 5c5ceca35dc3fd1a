import { iso, isoOrNull } from '../kit/time.ts'
import { checkoutUrl } from '../checkouts/find-checkout.ts'
import { statusAt } from '../checkouts/rules/status.ts'
import type { CheckoutStatus } from '../checkouts/rules/status.ts'
import { invoiceUrl } from '../invoices/find-invoice.ts'
import type { Scope } from '../projects/project.ts'
import type { Sql } from '../../db/sql.ts'
import type { PayableObject, PaymentObject, PaymentStatus } from './object.ts'
import type { PayableName } from './payables/payable.ts'

interface Row {
  id: number
  project_id: number
  is_test: number
  payable_type: 'checkout' | 'invoice'
  payable_id: number
  method: string
  status: PaymentStatus
  amount: number
  currency: string
  reference: string | null
  bank_name: string | null
  account_number: string | null
  account_holder: string | null
  customer_email: string | null
  phone_number: string | null
  claimed_at: Date | null
  expires_at: Date | null
  failure_message: string | null
  verified_by: string | null
  created_at: Date
  updated_at: Date
  /** What its test clock shows; null in real time. */
  clock_time: Date | null
  /** Of the two kinds of payable, the columns of the one that it is not are null. */
  checkout_token: string
  checkout_status: CheckoutStatus
  checkout_receipt_number: string | null
  checkout_expires_at: Date
  checkout_active_payment_id: number | null
  invoice_token: string
  invoice_status: string
  invoice_number: string | null
}

const SELECT = `SELECT payment.*, checkout.token AS checkout_token, checkout.status AS checkout_status,
    checkout.receipt_number AS checkout_receipt_number, checkout.expires_at AS checkout_expires_at,
    checkout.active_payment_id AS checkout_active_payment_id,
    invoice.token AS invoice_token, invoice.status AS invoice_status, invoice.number AS invoice_number,
    clock.frozen_time AS clock_time
  FROM payments payment
  LEFT JOIN test_clocks clock ON clock.id = payment.test_clock_id
  LEFT JOIN checkouts checkout ON payment.payable_type = 'checkout' AND checkout.id = payment.payable_id
  LEFT JOIN invoices invoice ON payment.payable_type = 'invoice' AND invoice.id = payment.payable_id`

/** The payment `id` of this project and mode as the API answers it, or null. */
export async function findPayment(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<PaymentObject | null> {
  const row = await sql.row<Row>(
    `${SELECT} WHERE payment.id = ? AND payment.project_id = ? AND payment.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  return row ? present(row, now) : null
}

/** The newest attempt to pay something, or null: the one its page speaks of. */
export async function findLastPayment(
  sql: Sql,
  { type, id }: PayableName,
  now: Date,
): Promise<PaymentObject | null> {
  const row = await sql.row<Row>(
    `${SELECT} WHERE payment.payable_type = ? AND payment.payable_id = ? ORDER BY payment.id DESC LIMIT 1`,
    [type, id],
  )
  return row ? present(row, now) : null
}

/** Several payments at once, in the order of `ids`, in one query. */
export async function findPayments(sql: Sql, ids: readonly number[], now: Date): Promise<PaymentObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<Row>(`${SELECT} WHERE payment.id IN (?)`, [ids])
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = byId.get(id)
    return row ? [present(row, now)] : []
  })
}

function present(row: Row, now: Date): PaymentObject {
  return {
    id: row.id,
    project_id: row.project_id,
    method: row.method,
    driver: row.method,
    status: row.status,
    amount: row.amount,
    currency: row.currency,
    reference: row.reference,
    bank_name: row.bank_name,
    account_number: row.account_number,
    account_holder: row.account_holder,
    claimed_at: isoOrNull(row.claimed_at),
    expires_at: isoOrNull(row.expires_at),
    failure_message: row.failure_message,
    verified_by: row.verified_by,
    payable: payableOf(row, now),
    customer_email: row.customer_email,
    phone_number: row.phone_number,
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

function payableOf(row: Row, now: Date): PayableObject {
  const { payable_type: type, payable_id: id } = row
  if (type === 'invoice') {
    const url = invoiceUrl(id, row.invoice_token)
    return { type, id, number: row.invoice_number, url, status: row.invoice_status }
  }
  const paying = row.checkout_active_payment_id !== null
  return {
    type,
    id,
    number: row.checkout_receipt_number,
    url: checkoutUrl(id, row.checkout_token),
    status: statusAt(row.checkout_status, row.checkout_expires_at, paying, row.clock_time ?? now),
  }
}
