import { updateRow } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { newJob } from '../../jobs/catalog.ts'
import { Refusal } from '../../kit/refusal.ts'
import { iso, later, MINUTE } from '../../kit/time.ts'
import type { Scope } from '../../projects/project.ts'
import { now } from '../../runtime/clock.ts'
import type { EndpointRow } from '../endpoints/rows.ts'
import type { ResendInput } from './input.ts'
import type { Lease } from './lease.ts'
import type { ResendObject } from './object.ts'

/** Made due in one transaction: few enough that nobody waits for their row locks. */
const BATCH = 500

/**
 * Sends again every delivery that has failed since `since`, for good or for now, to one endpoint or to
 * all that are active, and answers how many. However many they are, only the endpoints are written to
 * here: each makes its own due batch by batch, when it has nothing else to send.
 */
export async function resendFailed(
  tx: Tx,
  scope: Scope,
  { since, endpoint_id: wanted }: ResendInput,
): Promise<ResendObject> {
  const endpoints = await lockEndpoints(tx, scope, wanted)
  let count = 0
  for (const { id, resend_since: under } of endpoints) {
    const failed = await countFailed(tx, scope, id, since)
    if (failed === 0) continue
    count += failed
    await updateRow(tx.sql, 'webhook_endpoints', id, {
      resend_since: under && under < since ? under : since,
      resend_after: 0,
      held_until: null,
    })
    tx.jobs.push(newJob('webhook.drain', id, now(), { endpointId: id }))
  }
  return { count, since: iso(since), endpoint_id: wanted ?? null }
}

/** In the order of their ids, so that two of these never wait for each other in a circle. */
async function lockEndpoints(tx: Tx, { project, isTest }: Scope, wanted?: number): Promise<EndpointRow[]> {
  const own = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'
  const text = `SELECT * FROM webhook_endpoints WHERE ${own}`
  if (wanted === undefined)
    return tx.sql.rows<EndpointRow>(`${text} AND active ORDER BY id FOR UPDATE`, [project.id, isTest])
  const row = await tx.sql.row<EndpointRow>(`${text} AND id = ? FOR UPDATE`, [project.id, isTest, wanted])
  if (!row)
    throw new Refusal({
      code: 'validation_failed',
      path: 'endpoint_id',
      params: {
        say: `There is no webhook endpoint ${wanted} in this project. GET /webhook-endpoints lists those there are.`,
      },
    })
  if (!row.active) throw new Refusal({ code: 'endpoint_inactive' })
  return [row]
}

/** What is tried again this soon comes by itself. */
const SOON = MINUTE

/** Left alone, the server may walk by id past the deliveries of everybody else. */
const OF_ENDPOINT = 'USE INDEX (webhook_deliveries_due, webhook_deliveries_endpoint)'

/** Given up, or waiting for its next attempt, which may be hours away although the receiver is well again. */
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
 * Makes the next batch due, as `resendDelivery` does with one: beside the schedule. Returns whether
 * there was any; the batch after the last says no, and is the end of it.
 */
export async function resendBatch(tx: Tx, { endpointId, token }: Lease): Promise<boolean> {
  const endpoint = await tx.sql.row<EndpointRow>(
    'SELECT * FROM webhook_endpoints WHERE id = ? AND drain_token = ? FOR UPDATE',
    [endpointId, token],
  )
  if (!endpoint?.active || !endpoint.resend_since) return false
  const { project_id: project, is_test: isTest, resend_since: since, resend_after: after } = endpoint
  const dueAt = now()
  const rows = await tx.sql.rows<{ id: number }>(
    `SELECT id FROM webhook_deliveries ${OF_ENDPOINT} WHERE ${FAILED} AND id > ? ORDER BY id LIMIT ${BATCH} FOR UPDATE`,
    [project, isTest, endpointId, since, later(dueAt, SOON), after ?? 0],
  )
  const ids = rows.map(({ id }) => id)
  const last = ids.at(-1)
  if (last === undefined) {
    await updateRow(tx.sql, 'webhook_endpoints', endpointId, { resend_since: null, resend_after: null })
    return false
  }
  // Assigned from left to right: what was is kept before it changes.
  await tx.sql.write(
    `UPDATE webhook_deliveries SET resent_status = status, resent_due_at = due_at, status = 'pending',
       due_at = ?, updated_at = ? WHERE id IN (?)`,
    [dueAt, dueAt, ids],
  )
  await updateRow(tx.sql, 'webhook_endpoints', endpointId, { resend_after: last })
  return true
}
