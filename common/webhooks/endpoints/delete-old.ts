import type { Tx } from '../../../db/transaction.ts'
import { DAY, later } from '../../kit/time.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'

/** Endpoints in one transaction. */
const BATCH = 200
/** Long after the last attempt to one has ended, and the last event that was written for it meanwhile. */
const RETENTION = DAY

/**
 * Forgets endpoints that were deleted a day ago; their deliveries stay as long as their events do.
 * Returns whether there may be more. Two workers at it do no harm.
 */
export async function purgeEndpoints(tx: Tx): Promise<boolean> {
  const gone = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM webhook_endpoints WHERE deleted_at < ? ORDER BY id LIMIT ${BATCH}`,
    [later(tx.now, -RETENTION)],
  )
  // Such an event's delivery is canceled by the drain that it wakes, if there was a worker to wake.
  for (const { id } of gone) await cancelDeliveries(tx, id)
  if (gone.length > 0)
    await tx.sql.run('DELETE FROM webhook_endpoints WHERE id IN (?)', [gone.map(({ id }) => id)])
  return gone.length === BATCH
}
