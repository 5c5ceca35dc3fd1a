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
  currency: string
  /** How often its provider was called about it. */
  calls: number
  /** Nobody else makes a call until then: one is under way, or the provider wants to be left alone. */
  busyUntil: Date | null
  /** How many of the last calls in a row were refused. */
  refusedCalls: number
}

/** Locks a refund that is pending; null where there is none, or it is decided. */
export async function lockPendingRefund(
  tx: Tx,
  { id: projectId }: Project,
  id: number,
): Promise<PendingRefund | null> {
  const row = await tx.sql.row<{
    payment_id: number
    amount: number
    currency: string
    calls: number
    busy_until: Date | null
    refused_calls: number
  }>(
    `SELECT payment_id, amount, currency, calls, busy_until, refused_calls FROM refunds
     WHERE id = ? AND project_id = ? AND status = 'pending' FOR UPDATE`,
    [id, projectId],
  )
  if (!row) return null
  const { payment_id: paymentId, busy_until: busyUntil, refused_calls: refusedCalls, ...known } = row
  return { id, projectId, paymentId, busyUntil, refusedCalls, ...known }
}

/** One more call about it is made, by nobody else until a time. */
export function claimRefundCall(tx: Tx, { id, calls }: PendingRefund, busyUntil: Date): Promise<void> {
  return updateRow(tx.sql, 'refunds', id, { calls: calls + 1, busy_until: busyUntil })
}

/** That call has ended: until when the provider wants to be left alone, and how many in a row it has refused. */
export function releaseRefundCall(
  tx: Tx,
  { id }: PendingRefund,
  { pausedUntil, refusedCalls }: { pausedUntil: Date | null; refusedCalls: number },
): Promise<void> {
  return updateRow(tx.sql, 'refunds', id, { busy_until: pausedUntil, refused_calls: refusedCalls })
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
