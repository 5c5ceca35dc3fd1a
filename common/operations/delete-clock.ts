import type { Tx } from '../../db/transaction.ts'
import { eraseCustomer } from '../customers/erase.ts'
import type { DeletedObject } from '../kit/deleted.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { endSubscription } from '../subscriptions/end.ts'
import { lockSubscriptionRow } from '../subscriptions/lock.ts'
import { setTime } from '../test-clocks/enter-clock.ts'
import { lockClock } from '../test-clocks/lock.ts'
import { clearTimer } from '../timers/set.ts'
import { endOpen } from './end-open.ts'

/**
 * Deletes a clock, on its way or not, and forgets its customers. What is still open for them ends at
 * the time that the clock shows, and says so; nothing of theirs happens by itself any more.
 */
export async function deleteClock(tx: Tx, scope: Scope, id: number): Promise<DeletedObject> {
  const deletedAt = iso(tx.now)
  const clock = await lockClock(tx, scope, id)
  setTime(tx, id, clock.frozen_time)
  const customers = await tx.sql.rows<{ id: number }>(
    'SELECT id FROM customers WHERE test_clock_id = ? AND deleted_at IS NULL ORDER BY id FOR UPDATE',
    [id],
  )
  for (const customer of customers) {
    await endOpen(tx, scope, customer.id)
    await endSubscriptions(tx, scope, customer.id)
    await eraseCustomer(tx, customer.id)
  }
  await tx.sql.run('DELETE FROM timers WHERE test_clock_id = ?', [id])
  await clearTimer(tx, 'clock.advance', id)
  await tx.sql.run('DELETE FROM test_clocks WHERE id = ?', [id])
  return { id, deleted_at: deletedAt }
}

async function endSubscriptions(tx: Tx, scope: Scope, customerId: number): Promise<void> {
  const entitled = await tx.sql.rows<{ id: number }>(
    "SELECT id FROM subscriptions WHERE customer_id = ? AND status <> 'canceled' ORDER BY id",
    [customerId],
  )
  for (const { id } of entitled)
    await endSubscription(tx, scope, await lockSubscriptionRow(tx, scope, id), 'cancel', 'immediately')
}
