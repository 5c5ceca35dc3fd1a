import { updateRow } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { newJob } from '../../jobs/catalog.ts'
import { now } from '../../runtime/clock.ts'

/** Written in one transaction: few enough that nobody waits for their row locks. */
const BATCH = 500

/**
 * Nothing that waits for a locked endpoint is sent any more, from this statement on. That is written down
 * in each delivery batch by batch: the first here, the others by the endpoint's drain. Returns whether there
 * may be others.
 */
export async function cancelDeliveries(tx: Tx, endpointId: number): Promise<boolean> {
  const newest = await tx.sql.row<{ id: number | null }>('SELECT MAX(id) AS id FROM webhook_deliveries')
  const through = newest?.id ?? 0
  await updateRow(tx.sql, 'webhook_endpoints', endpointId, {
    ...{ cancel_through: through, drain_token: null, draining_until: null },
    ...{ resend_since: null, resend_after: null },
    ...{ missed_since: null, missed_after: null },
  })
  const more = await cancelBatch(tx, endpointId, through)
  if (more) tx.jobs.push(newJob('webhook.drain', endpointId, now(), { endpointId }))
  return more
}

/** Cancels a batch of what waits for a locked endpoint, up to a delivery; answers whether there may be more. */
export async function cancelBatch(tx: Tx, endpointId: number, through: number): Promise<boolean> {
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT delivery.id FROM webhook_deliveries delivery USE INDEX (webhook_deliveries_due)
     JOIN webhook_endpoints endpoint ON endpoint.id = delivery.endpoint_id
     WHERE delivery.status = 'pending' AND delivery.endpoint_id = ? AND delivery.id <= ?
       AND NOT (endpoint.active AND COALESCE(delivery.resent_status, '') = ?) LIMIT ${BATCH}`,
    [endpointId, through, ASKED_FOR],
  )
  await cancelRows(
    tx,
    rows.map(({ id }) => id),
  )
  if (rows.length === BATCH) return true
  await updateRow(tx.sql, 'webhook_endpoints', endpointId, { cancel_through: null })
  return false
}

/** What a delivery had become that is sent again by hand after it was canceled: it is not canceled a second time. */
const ASKED_FOR = 'canceled'

/** One that was being sent again keeps what it had become. */
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
