import { atOneMoment, type Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { findRefundsOf } from '../refunds/find.ts'
import type { PayableName } from './payables/payable.ts'
import { canHaveRefunds, PAYMENT_SELECT, type PaymentRow, serializePayment } from './rows.ts'

/** Finds a payment of this project and mode by id, as the API returns it; null if it does not exist. */
export async function findPayment(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<PaymentObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? withRefunds(sql, row, now) : null
}

/**
 * Finds the payment like `findPayment`, and when it was decided: when its money was confirmed, else when it ended, else null.
 * `updated_at` also changes later, such as by a refund.
 */
export async function findPaymentWithDecision(
  sql: Sql,
  scope: Scope,
  id: number,
  now: Date,
): Promise<{ payment: PaymentObject; decidedAt: Date | null } | null> {
  const row = await findRow(sql, scope, id)
  return row ? { payment: await withRefunds(sql, row, now), decidedAt: row.paid_at ?? row.ended_at } : null
}

/** Returns the payment like `findPayment`, or throws 404. */
export async function getPayment(sql: Sql, scope: Scope, id: number, now: Date): Promise<PaymentObject> {
  const payment = await findPayment(sql, scope, id, now)
  if (!payment) throw new Refusal({ code: 'not_found', params: { what: 'payment' } })
  return payment
}

/**
 * Returns the payment like `getPayment`, as a consistent snapshot outside a transaction. Refunds are read
 * after the row: if there is no refund, the row is consistent. Otherwise both are read again in a snapshot.
 */
export async function readPayment(sql: Sql, scope: Scope, id: number, now: Date): Promise<PaymentObject> {
  const payment = await getPayment(sql, scope, id, now)
  if (payment.refunds.length === 0) return payment
  return atOneMoment(sql, () => getPayment(sql, scope, id, now))
}

function findRow(sql: Sql, { project, isTest }: Scope, id: number): Promise<PaymentRow | undefined> {
  return sql.row<PaymentRow>(
    `${PAYMENT_SELECT} WHERE payment.id = ? AND payment.project_id = ? AND payment.is_test = ?`,
    [id, project.id, isTest],
  )
}

/** A payment with its method's private details, which only its page uses. */
export interface LastPayment extends PaymentObject {
  details?: Readonly<Record<string, unknown>> | null | undefined
}

/** Finds the payment that its page shows: the paid or active one, else the newest; null without a payment. */
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

/** Serializes payments for the API and reads their refunds in one query. */
export async function serializePayments(
  sql: Sql,
  rows: readonly PaymentRow[],
  now: Date,
): Promise<PaymentObject[]> {
  const ids = rows.filter(canHaveRefunds).map(({ id }) => id)
  const refunds = await findRefundsOf(sql, ids)
  return rows.map((row) => serializePayment(row, now, refunds.get(row.id)))
}

/** Returns whether a project has payments in test mode and none in live mode: its members are still trying it out. */
export async function hasOnlyTestPayments(sql: Sql, projectId: number): Promise<boolean> {
  const has = (isTest: boolean) =>
    `EXISTS (SELECT 1 FROM payments WHERE project_id = ? AND is_test = ${isTest})`
  const row = await sql.row<{ trying: number }>(`SELECT ${has(true)} AND NOT ${has(false)} AS trying`, [
    projectId,
    projectId,
  ])
  return row?.trying === 1
}
