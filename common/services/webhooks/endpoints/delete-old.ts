import type { Tx } from '../../../../db/transaction.ts'
import { DAY, later } from '../../../kit/time.ts'
import { cancelDeliveries } from '../deliveries/cancel.ts'

/** Endpoints per transaction. */
const BATCH = 200
/** Longer than any attempt or transaction that still uses a deleted endpoint. */
const RETENTION = DAY

/**
 * Deletes the rows of endpoints that were deleted a day ago; their deliveries stay as long as their events.
 * An endpoint with more than a batch of pending deliveries keeps its row until its drain has canceled
 * them. Returns whether there may be more. Two workers may run it at the same time.
 */
export async function deleteOldEndpoints(tx: Tx): Promise<boolean> {
  const old = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM webhook_endpoints WHERE deleted_at < ? ORDER BY id LIMIT ${BATCH}`,
    [later(tx.now, -RETENTION)],
  )
  for (const { id } of old) {
    // Usually the drain has canceled everything; this covers deliveries added while no worker ran.
    if (await cancelDeliveries(tx, id)) return true
    await tx.sql.write('DELETE FROM webhook_endpoints WHERE id = ?', [id])
  }
  return old.length === BATCH
}
