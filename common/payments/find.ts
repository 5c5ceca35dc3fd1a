import { atOneMoment, type Sql } from '../../db/sql.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { findRefundsOf } from '../refunds/find.ts'
import type { PaymentObject } from './object.ts'
import type { PayableName } from './payables/payable.ts'
import { PAYMENT_SELECT, type PaymentRow, serializePayment } from './rows.ts'

/** The payment `id` of this project and mode as the API answers it, or null. */
export async function findPayment(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<PaymentObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? withRefunds(sql, row, now) : null
}

/** As `findPayment`; where there is none: 404. */
export async function getPayment(sql: Sql, scope: Scope, id: number, now: Date): Promise<PaymentObject> {
  const payment = await findPayment(sql, scope, id, now)
  if (!payment) throw new Refusal({ code: 'not_found', params: { what: 'payment' } })
  return payment
}

/**
 * As `getPayment`, at one moment, outside a transaction. One statement does unless something was given back: only
 * then is it read again in a snapshot.
 */
export async function readPayment(sql: Sql, scope: Scope, id: number, now: Date): Promise<PaymentObject> {
  const row = await findRow(sql, scope, id)
  if (row?.amount_refunded === 0) return serializePayment(row, now)
  return atOneMoment(sql, () => getPayment(sql, scope, id, now))
}

function findRow(sql: Sql, { project, isTest }: Scope, id: number): Promise<PaymentRow | undefined> {
  return sql.row<PaymentRow>(
    `${PAYMENT_SELECT} WHERE payment.id = ? AND payment.project_id = ? AND payment.is_test = ?`,
    [id, project.id, isTest],
  )
}

/** A payment with what its method alone understands, which the page needs and nobody else is shown. */
export interface LastPayment extends PaymentObject {
  details?: Readonly<Record<string, unknown>> | null | undefined
}

/** The attempt that its page speaks of: the one that has paid or is being waited for, else the newest; or null. */
export async function findLastPayment(
  sql: Sql,
  { type, id }: PayableName,
  now: Date,
): Promise<LastPayment | null> {
  const row = await sql.row<PaymentRow>(
    `${PAYMENT_SELECT} WHERE payment.payable_type = ? AND payment.payable_id = ?
     ORDER BY (payment.status = 'paid' OR payment.paid_at IS NOT NULL) DESC,
       payment.id <=> COALESCE(checkout.active_payment_id, invoice.active_payment_id) DESC, payment.id DESC LIMIT 1`,
    [type, id],
  )
  if (!row) return null
  return { ...(await withRefunds(sql, row, now)), details: detailsOf(row) }
}

function detailsOf({ details }: PaymentRow): LastPayment['details'] {
  return details === null ? null : (JSON.parse(details) as Record<string, unknown>)
}

async function withRefunds(sql: Sql, row: PaymentRow, now: Date): Promise<PaymentObject> {
  const [payment] = await serializePayments(sql, [row], now)
  return payment!
}

/** Payments as the API answers them, what was given back of them looked up in one query. */
export async function serializePayments(
  sql: Sql,
  rows: readonly PaymentRow[],
  now: Date,
): Promise<PaymentObject[]> {
  const ids = rows.filter(({ amount_refunded: refunded }) => refunded > 0).map(({ id }) => id)
  const refunds = await findRefundsOf(sql, ids)
  return rows.map((row) => serializePayment(row, now, refunds.get(row.id)))
}
