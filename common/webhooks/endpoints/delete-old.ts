import type { Tx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'

/** Endpoints in one transaction. */
const BATCH = 200
/** Long after the last attempt to one has ended, and the last event that was written for it meanwhile. */
const RETENTION = DAY

/**
 * Forgets endpoints that were deleted a day ago; their deliveries stay as long as their events do. One for
 * which more than a batch still waits keeps its row until all of that is canceled: after it nobody could.
 * Returns whether there may be more. Two workers at it do no harm.
 */
export async function deleteOldEndpoints(tx: Tx): Promise<boolean> {
  const old = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM webhook_endpoints WHERE deleted_at < ? ORDER BY id LIMIT ${BATCH}`,
    [later(tx.now, -RETENTION)],
  )
  for (const { id } of old) {
    // Such an event's delivery is canceled by the drain that it wakes, if there was a worker to wake.
    if (await cancelDeliveries(tx, id)) return true
    await tx.sql.write('DELETE FROM webhook_endpoints WHERE id = ?', [id])
  }
  return old.length === BATCH
}
