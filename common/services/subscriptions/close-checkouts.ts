import type { Tx } from '../../../db/transaction.ts'
import type { CheckoutClosedBy } from '../../domain/checkouts/status.ts'
import { setTimersNow } from '../timers/set.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Closes open checkouts early with one statement: from now on they cannot be paid and show as `expired`.
 * Their timers write the event and handle an open payment, each in its own transaction.
 */
export async function closeCheckouts(
  tx: Tx,
  projectId: number,
  ids: readonly number[],
  by: CheckoutClosedBy,
): Promise<void> {
  if (ids.length === 0) return
  await tx.sql.write(
    "UPDATE checkouts SET closed_by = ?, updated_at = ? WHERE id IN (?) AND status = 'open' AND closed_by IS NULL",
    [by, tx.now, ids],
  )
  for (const id of ids) tx.sql.noteChange('checkouts', id, 'updated')
  await setTimersNow(
    tx,
    'checkout.expire',
    ids.map((id) => ({ id, projectId })),
  )
}

/**
 * Closes plan changes with a credit when a locked subscription changes, since the credit is stale. Open ones
 * expire; money for a reported one is refunded, and also for an ended one if it is accepted late.
 */
export async function closeCreditChanges(tx: Tx, { id, projectId }: Subscription): Promise<void> {
  const changes = await tx.sql.rows<{ id: number; status: 'open' | 'pending' | 'expired' }>(
    `SELECT subscription_id AS subject, id, status FROM checkouts
     WHERE subscription_id IN (?) AND status IN ('open', 'pending', 'expired') AND purpose = 'change' AND credit_amount > 0
       AND (closed_by IS NULL OR (status IN ('pending', 'expired') AND closed_by = 'merchant'))`,
    [id],
    { combine: 'subject' },
  )
  const idsOf = (status: string) => changes.flatMap((change) => (change.status === status ? [change.id] : []))
  await closeCheckouts(tx, projectId, idsOf('open'), 'outdated')
  const reported = idsOf('pending')
  if (reported.length > 0) {
    for (const changed of reported) tx.sql.noteChange('checkouts', changed, 'updated')
    await tx.sql.write("UPDATE checkouts SET closed_by = 'outdated', updated_at = ? WHERE id IN (?)", [
      tx.now,
      reported,
    ])
  }
  const ended = idsOf('expired') // their objects do not change, so `updated_at` stays
  if (ended.length > 0)
    await tx.sql.write("UPDATE checkouts SET closed_by = 'outdated' WHERE id IN (?)", [ended])
}
