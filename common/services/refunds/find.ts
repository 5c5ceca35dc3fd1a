import { rowOf } from '../../../db/model.ts'
import type { Sql } from '../../../db/sql.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { RefundObject } from '../../domain/refunds/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { Refund } from './refunds-table.ts'
import { REFUND_SELECT, type RefundRow, serializeRefund } from './rows.ts'

/** Returns the refund `id` of this project and mode, or throws 404. */
export async function getRefund({ project, isTest }: Scope, id: number): Promise<RefundObject> {
  const refund = await Refund.findOne({ where: { projectId: project.id, isTest, id } })
  if (!refund) throw new Refusal({ code: 'not_found', params: { what: 'refund' } })
  return serializeRefund(rowOf(refund))
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
export async function isAnyPending(
  { transaction }: ModelTx,
  { id: paymentId, projectId }: { id: number; projectId: number },
): Promise<boolean> {
  return !!(await Refund.findOne({ where: { projectId, paymentId, status: 'pending' }, transaction }))
}
