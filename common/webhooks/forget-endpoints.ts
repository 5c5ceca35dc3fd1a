import { DAY, later } from '../kit/time.ts'
import type { Tx } from '../../db/transaction.ts'

/** Endpoints in one transaction. */
const BATCH = 200
/** Long after the last attempt to one has ended, and after what was written meanwhile was canceled. */
const KEPT_FOR = DAY

/**
 * Forgets endpoints that were deleted a day ago; their deliveries stay as long as their events do.
 * Answers whether there may be more.
 */
export async function forgetEndpoints(tx: Tx): Promise<boolean> {
  const gone = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM webhook_endpoints endpoint WHERE deleted_at < ? AND NOT EXISTS
       (SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND endpoint_id = endpoint.id) LIMIT ${BATCH}`,
    [later(tx.now, -KEPT_FOR)],
  )
  if (gone.length > 0)
    await tx.sql.run('DELETE FROM webhook_endpoints WHERE id IN (?)', [gone.map(({ id }) => id)])
  return gone.length === BATCH
}
