import { find, save } from '../../../../db/save.ts'
import type { ModelTx, Tx } from '../../../../db/transaction.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import type { ResendInput, ResendObject } from '../../../domain/webhooks/deliveries/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { iso, later, MINUTE } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import { findOwnEndpoint } from '../endpoints/find.ts'
import { WebhookEndpoint } from '../endpoints/webhook-endpoints-table.ts'
import type { Lease } from './lease.ts'

/** Rows per transaction: small, so that other transactions do not wait long for their locks. */
const BATCH = 500

/**
 * Resends every delivery that has failed since `since`, even if it would be retried anyway, to one endpoint
 * or to all active ones. Returns their number. Updates only the endpoints here: each drain makes the
 * deliveries due in batches, when nothing else is due.
 */
export async function resendFailed(
  tx: ModelTx,
  scope: Scope,
  { since, endpoint_id: endpointId }: ResendInput,
): Promise<ResendObject> {
  const endpoints = await lockEndpoints(tx, scope, endpointId)
  let count = 0
  for (const endpoint of endpoints) {
    const { id, resendSince: running } = endpoint
    const failed = await countFailed(tx, scope, id, since)
    if (failed === 0) continue
    count += failed
    const resendSince = running && running < since ? running : since
    await save(tx, endpoint, { resendSince, resendAfter: 0, heldUntil: null }, { touch: false })
    tx.wakeUps.push(endpointWakeUp(id, now()))
  }
  return { count, since: iso(since), endpoint_id: endpointId ?? null }
}

/** Locks endpoints in the order of their ids, so that two calls cannot deadlock. */
async function lockEndpoints(
  { sql, transaction }: ModelTx,
  scope: Scope,
  id?: number,
): Promise<WebhookEndpoint[]> {
  if (id === undefined) {
    const where = { projectId: scope.project.id, isTest: scope.isTest, deletedAt: null, active: true }
    return WebhookEndpoint.findAll({ where, order: ['id'], lock: true, transaction })
  }
  const endpoint = await findOwnEndpoint(sql, scope, id, { lock: true })
  if (!endpoint)
    throw new Refusal({
      code: 'validation_failed',
      path: 'endpoint_id',
      params: {
        sentence: `There is no webhook endpoint ${id} in this project. GET /webhook-endpoints lists all endpoints.`,
      },
    })
  if (!endpoint.active) throw new Refusal({ code: 'endpoint_inactive' })
  return [endpoint]
}

/** Deliveries due within this time are not resent: their next attempt comes anyway. */
const SOON = MINUTE

/** Without this hint the server may scan all deliveries by id. */
const OF_ENDPOINT = 'USE INDEX (webhook_deliveries_due, webhook_deliveries_endpoint)'

/** Permanently failed, or waiting for a next attempt that may be hours away. */
const FAILED = `project_id = ? AND is_test = ? AND endpoint_id = ? AND updated_at >= ?
  AND (status = 'failed' OR (status = 'pending' AND tries > 0 AND resent_status IS NULL AND due_at > ?))`

async function countFailed(tx: Tx, { project, isTest }: Scope, id: number, since: Date): Promise<number> {
  const row = await tx.sql.row<{ failed: number }>(
    `SELECT COUNT(*) AS failed FROM webhook_deliveries ${OF_ENDPOINT} WHERE ${FAILED}`,
    [project.id, isTest, id, since, later(now(), SOON)],
  )
  return row!.failed
}

/**
 * Makes the next batch of failed deliveries due, outside their schedule like `resendDelivery`. Returns
 * whether there were any; if not, ends the resending.
 */
export async function resendBatch(tx: Tx, { endpointId, token }: Lease): Promise<boolean> {
  const endpoint = await find(tx.sql, WebhookEndpoint, { id: endpointId, drainToken: token }, { lock: true })
  if (!endpoint?.active || !endpoint.resendSince) return false
  const { projectId, isTest, resendSince: since, resendAfter: after } = endpoint
  const dueAt = now()
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM webhook_deliveries ${OF_ENDPOINT} WHERE ${FAILED} AND id > ? ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
    [projectId, isTest, endpointId, since, later(dueAt, SOON), after ?? 0],
  )
  const ids = rows.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) {
    await save(tx, endpoint, { resendSince: null, resendAfter: null }, { touch: false })
    return false
  }
  // MySQL assigns from left to right, so the old values are saved before they change.
  await tx.sql.write(
    `UPDATE webhook_deliveries SET resent_status = status, resent_due_at = due_at, status = 'pending',
       due_at = ?, updated_at = ? WHERE id IN (?)`,
    [dueAt, dueAt, ids],
  )
  await save(tx, endpoint, { resendAfter: last }, { touch: false })
  return true
}
