import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { cut } from '../../kit/text.ts'
import type { Project } from '../projects/project.ts'

/** A refund that a provider has not completed. */
export interface PendingRefund {
  id: number
  projectId: number
  paymentId: number
  amount: number
  currency: string
  /** Number of calls to its provider. */
  calls: number
  /** No other call starts before: one is running, or the provider asked for a pause. */
  busyUntil: Date | null
  /** Number of consecutive refused calls. */
  refusedCalls: number
  /** Part of the provider's idempotency key: incremented when the previous request failed permanently. */
  attempt: number
}

/** Locks a pending refund; returns null if not found or it is no longer pending. */
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
    attempt: number
  }>(
    `SELECT payment_id, amount, currency, calls, busy_until, refused_calls, attempt FROM refunds
     WHERE id = ? AND project_id = ? AND status = 'pending' FOR UPDATE`,
    [id, projectId],
  )
  if (!row) return null
  const { payment_id: paymentId, busy_until: busyUntil, refused_calls: refusedCalls, ...known } = row
  return { id, projectId, paymentId, busyUntil, refusedCalls, ...known }
}

/** Claims the next call to the provider: no other worker calls until `busyUntil`. */
export function claimRefundCall(tx: Tx, { id, calls }: PendingRefund, busyUntil: Date): Promise<void> {
  return update(tx.sql, 'refunds', id, { calls: calls + 1, busy_until: busyUntil })
}

/** Records the end of a call: the provider's pause, consecutive refusals and the next attempt. */
export function releaseRefundCall(
  tx: Tx,
  { id }: PendingRefund,
  { pausedUntil, ...next }: { pausedUntil: Date | null } & Pick<PendingRefund, 'refusedCalls' | 'attempt'>,
): Promise<void> {
  const { refusedCalls: refused_calls, attempt } = next
  return update(tx.sql, 'refunds', id, { busy_until: pausedUntil, refused_calls, attempt })
}

/** Marks a refund as completed by its provider. */
export function succeedRefund(tx: Tx, id: number): Promise<void> {
  return update(tx.sql, 'refunds', id, { status: 'succeeded', updated_at: tx.now })
}

/**
 * Fails a succeeded refund of a locked payment: the provider reversed it. Returns its amount; null if it
 * has not succeeded or was recorded by hand. `message` tells the merchant why and what to do.
 */
export async function failSucceededRefund(
  tx: Tx,
  { id, paymentId }: { id: number; paymentId: number },
  message: string,
): Promise<number | null> {
  const row = await tx.sql.row<{ amount: number }>(
    `SELECT amount FROM refunds WHERE id = ? AND payment_id = ? AND status = 'succeeded' AND calls > 0 FOR UPDATE`,
    [id, paymentId],
  )
  if (!row) return null
  await failRefund(tx, id, message)
  return row.amount
}

/** Fails a refund. `message` tells the merchant why and what to do. */
export function failRefund(tx: Tx, id: number, message: string): Promise<void> {
  return update(tx.sql, 'refunds', id, {
    status: 'failed',
    failure_message: cut(message, 500),
    updated_at: tx.now,
  })
}
