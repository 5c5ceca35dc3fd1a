import type { Sql } from '../../../db/sql.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { REFUND_SELECT, type RefundRow, serializeRefund } from './rows.ts'

/** Returns the refund `id` of this project and mode, or throws 404. */
export async function getRefund(sql: Sql, { project, isTest }: Scope, id: number): Promise<RefundObject> {
  const row = await sql.row<RefundRow>(`${REFUND_SELECT} WHERE id = ? AND project_id = ? AND is_test = ?`, [
    id,
    project.id,
    isTest,
  ])
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'refund' } })
  return serializeRefund(row)
}

export async function countRefunds(sql: Sql, paymentId: number): Promise<number> {
  const row = await sql.row<{ count: number }>('SELECT COUNT(*) AS count FROM refunds WHERE payment_id = ?', [
    paymentId,
  ])
  return row!.count
}

/** Finds the refunds of several payments, grouped by payment, oldest first. */
export async function findRefundsOf(
  sql: Sql,
  paymentIds: readonly number[],
): Promise<ReadonlyMap<number, RefundObject[]>> {
  const found = new Map<number, RefundObject[]>()
  if (paymentIds.length === 0) return found
  const rows = await sql.rows<RefundRow>(`${REFUND_SELECT} WHERE payment_id IN (?) ORDER BY id`, [paymentIds])
  for (const row of rows)
    found.set(row.payment_id, [...(found.get(row.payment_id) ?? []), serializeRefund(row)])
  return found
}

/** Returns whether a payment has a refund that its provider has not completed. */
export async function isAnyPending(sql: Sql, paymentId: number): Promise<boolean> {
  return !!(await sql.row("SELECT id FROM refunds WHERE payment_id = ? AND status = 'pending' LIMIT 1", [
    paymentId,
  ]))
}
