import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { cut } from '../kit/text.ts'
import type { Project } from '../projects/project.ts'

/** Money that a provider is told to give back, and has not yet. */
export interface PendingRefund {
  id: number
  projectId: number
  paymentId: number
  amount: number
  /** How often its provider was called about it. */
  calls: number
}

/** Locks a refund that is pending; null where there is none, or it is decided. */
export async function lockPendingRefund(
  tx: Tx,
  { id: projectId }: Project,
  id: number,
): Promise<PendingRefund | null> {
  const row = await tx.sql.row<{ payment_id: number; amount: number; calls: number }>(
    "SELECT payment_id, amount, calls FROM refunds WHERE id = ? AND project_id = ? AND status = 'pending' FOR UPDATE",
    [id, projectId],
  )
  return row ? { id, projectId, paymentId: row.payment_id, amount: row.amount, calls: row.calls } : null
}

/** One more call about it is made. */
export function countCall(tx: Tx, { id, calls }: PendingRefund): Promise<void> {
  return updateRow(tx.sql, 'refunds', id, { calls: calls + 1 })
}

/** The provider has given it back. */
export function succeedRefund(tx: Tx, id: number): Promise<void> {
  return updateRow(tx.sql, 'refunds', id, { status: 'succeeded', updated_at: tx.now })
}

/** The provider does not give it back; `message` says why, and what to do. */
export function failRefund(tx: Tx, id: number, message: string): Promise<void> {
  return updateRow(tx.sql, 'refunds', id, {
    status: 'failed',
    failure_message: cut(message, 500),
    updated_at: tx.now,
  })
}
