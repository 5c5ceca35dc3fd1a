import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import type { CheckoutClosedBy } from '../checkouts/rules/status.ts'
import { setTimersNow } from '../timers/set.ts'

/**
 * Closes open checkouts before their time, by one statement however many there are: from here on none of
 * them can be paid, and each says `expired`. Their timers do the rest (the event, a payment that is
 * under way), each in a transaction of its own.
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
  await setTimersNow(
    tx,
    'checkout.expire',
    ids.map((id) => ({ id, projectId })),
  )
}

/**
 * A locked subscription is in a new state: a credit that was worked out before does not hold any more.
 * Open plan changes with one are over; money for a reported one goes back, and for one that has ended also
 * where it is accepted late.
 */
export async function closeCreditChanges(tx: Tx, { id, projectId }: Subscription): Promise<void> {
  const changes = await tx.sql.rowsOf<{ id: number; status: 'open' | 'pending' | 'expired' }>(
    id,
    `SELECT subscription_id AS subject, id, status FROM checkouts
     WHERE subscription_id IN (?) AND status IN ('open', 'pending', 'expired') AND purpose = 'change' AND credit_amount > 0
       AND (closed_by IS NULL OR (status IN ('pending', 'expired') AND closed_by = 'merchant'))`,
  )
  const idsOf = (status: string) => changes.flatMap((change) => (change.status === status ? [change.id] : []))
  await closeCheckouts(tx, projectId, idsOf('open'), 'outdated')
  const reported = idsOf('pending')
  if (reported.length > 0)
    await tx.sql.write("UPDATE checkouts SET closed_by = 'outdated', updated_at = ? WHERE id IN (?)", [
      tx.now,
      reported,
    ])
  const ended = idsOf('expired') // nobody sees of these that they changed
  if (ended.length > 0)
    await tx.sql.write("UPDATE checkouts SET closed_by = 'outdated' WHERE id IN (?)", [ended])
}
