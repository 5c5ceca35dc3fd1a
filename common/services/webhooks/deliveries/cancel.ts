import { update } from '../../../../db/rows.ts'
import type { Tx } from '../../../../db/transaction.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import { now } from '../../../runtime/clock.ts'

/** Rows per transaction: small, so that other transactions do not wait long for their locks. */
const BATCH = 500

/**
 * Cancels all pending deliveries of a locked endpoint: none is sent from now on. Updates the first batch of
 * rows here; the endpoint's drain updates the others. Returns whether there may be others.
 */
export async function cancelDeliveries(tx: Tx, endpointId: number): Promise<boolean> {
  const newest = await tx.sql.row<{ id: number | null }>('SELECT MAX(id) AS id FROM webhook_deliveries')
  const through = newest?.id ?? 0
  await update(tx.sql, 'webhook_endpoints', endpointId, {
    ...{ cancel_through: through, drain_token: null, draining_until: null },
    ...{ resend_since: null, resend_after: null },
    ...{ missed_since: null, missed_after: null },
  })
  const more = await cancelBatch(tx, endpointId, through)
  if (more) tx.wakeUps.push(endpointWakeUp(endpointId, now()))
  return more
}

/** Cancels a batch of a locked endpoint's pending deliveries up to `through`. Returns whether there may be more. */
export async function cancelBatch(tx: Tx, endpointId: number, through: number): Promise<boolean> {
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT delivery.id FROM webhook_deliveries delivery USE INDEX (webhook_deliveries_due)
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     WHERE delivery.status = 'pending' AND delivery.endpoint_id = ? AND delivery.id <= ?
       AND NOT (endpoint.active AND COALESCE(delivery.resent_status, '') = ?) LIMIT ${BATCH}`,
    [endpointId, through, RESENT_BY_HAND],
  )
  await cancelRows(
    tx,
    rows.map(({ id }) => id),
  )
  if (rows.length === BATCH) return true
  await update(tx.sql, 'webhook_endpoints', endpointId, { cancel_through: null })
  return false
}

/** `resent_status` of a canceled delivery that the merchant resends by hand: it is not canceled again. */
const RESENT_BY_HAND = 'canceled'

/** Cancels pending deliveries by id. A resent delivery gets back the final status that it had. */
export async function cancelRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx.sql.write(
    `UPDATE webhook_deliveries
     SET status = IF(resent_status IN ('succeeded', 'failed'), resent_status, 'canceled'),
       due_at = NULL, repeats = 0, resent_status = NULL, resent_due_at = NULL, updated_at = ?
     WHERE id IN (?) AND status = 'pending'`,
    [tx.now, ids],
  )
}
