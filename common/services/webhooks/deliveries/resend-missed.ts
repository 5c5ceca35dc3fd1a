import { find, save } from '../../../../db/save.ts'
import { onConnection, type Sql } from '../../../../db/sql.ts'
import type { AtomicallyRaw, Tx } from '../../../../db/transaction.ts'
import { neededUntil } from '../../../domain/events/retention.ts'
import { endpointWakeUp } from '../../../domain/jobs/catalog.ts'
import { FIRST_REHEARSED } from '../../../domain/webhooks/rehearsal.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import { WebhookEndpoint } from '../endpoints/webhook-endpoints-table.ts'
import type { Lease } from './lease.ts'

/** Events checked per transaction: few, so that it stays short. */
const BATCH = 500
/** Far more events than a project writes during one transaction. */
const UNDER_WAY = 500

/**
 * Makes events due that an endpoint has missed since `since`: they match its filter but were never
 * delivered, because it was off or the delivery was canceled or failed. Skips events whose payload has
 * been deleted. Handles the first batch at once and leaves the rest to the endpoint's drain. The drain
 * checks the first batch again, since an open transaction may have seen the endpoint as still off.
 */
export async function resendMissed(
  tx: Tx,
  scope: Scope,
  endpoint: WebhookEndpoint,
  since: Date,
): Promise<void> {
  const { missedSince: running } = endpoint
  const from = running && running < since ? running : since
  const after = await startOf(tx.sql, scope, from)
  await save(tx, endpoint, { missedSince: from, missedAfter: after }, { touch: false })
  const seen = await eventsAfter(tx.sql, endpoint, after)
  // While deliveries are still being canceled they do not count as missed: the drain adds them afterwards.
  if (endpoint.cancelThrough === null) await addMissed(tx, endpoint, after, seen.at(-1) ?? after)
  tx.wakeUps.push(endpointWakeUp(endpoint.id, now()))
}

/** Returns an id before the first event since then, and before events of transactions that may still be open. */
async function startOf(sql: Sql, { project, isTest }: Scope, since: Date): Promise<number> {
  const own = 'project_id = ? AND is_test = ?'
  const first = await sql.row<{ id: number | null }>(
    `SELECT MIN(id) AS id FROM events WHERE ${own} AND created_at >= ?`,
    [project.id, isTest, since],
  )
  const recent = await sql.row<{ id: number }>(
    `SELECT id FROM events WHERE ${own} ORDER BY id DESC LIMIT 1 OFFSET ${UNDER_WAY}`,
    [project.id, isTest],
  )
  return Math.max(0, Math.min(first?.id ?? Infinity, recent?.id ?? 0) - 1)
}

/**
 * Adds the next batch of missed events for the lease's holder. Returns whether there may be more. Stops
 * before an event of an open transaction, which a dirty read finds, and waits until that ends.
 */
export async function missedBatch(lease: Lease, atomically: AtomicallyRaw): Promise<boolean> {
  // Read before the transaction, which would hold one connection while it waits for a second one.
  const found = await onConnection(async (sql) => {
    const endpoint = await find(sql, WebhookEndpoint, { id: lease.endpointId })
    if (!endpoint?.missedSince) return null
    await sql.run('SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED') // for the next statement only
    const ids = await eventsAfter(sql, endpoint, endpoint.missedAfter ?? 0)
    return { after: endpoint.missedAfter, ids }
  })
  return found !== null && atomically((tx) => addBatch(tx, lease, found))
}

interface FoundEvents {
  after: number | null
  /** Events after that id, including events of open transactions. */
  ids: readonly number[]
}

async function addBatch(tx: Tx, { endpointId, token }: Lease, { after, ids }: FoundEvents): Promise<boolean> {
  const endpoint = await find(tx.sql, WebhookEndpoint, { id: endpointId, drainToken: token }, { lock: true })
  if (!endpoint?.active || !endpoint.missedSince) return false
  if (endpoint.missedAfter !== after) return true // requested again meanwhile
  const last = ids.at(-1)
  if (last === undefined) {
    await save(tx, endpoint, { missedSince: null, missedAfter: null }, { touch: false })
    return false
  }
  const committed = new Set(await eventsAfter(tx.sql, endpoint, after ?? 0))
  const uncommitted = ids.find((id) => !committed.has(id))
  const upTo = uncommitted === undefined ? last : uncommitted - 1
  await addMissed(tx, endpoint, after ?? 0, upTo)
  await save(tx, endpoint, { missedAfter: upTo }, { touch: false })
  return uncommitted === undefined
}

function eventsAfter(sql: Sql, { projectId, isTest }: WebhookEndpoint, after: number): Promise<number[]> {
  return sql
    .rows<{ id: number }>(
      `SELECT id FROM events USE INDEX (events_list)
       WHERE project_id = ? AND is_test = ? AND id > ? ORDER BY id LIMIT ${BATCH}`,
      [projectId, isTest, after],
    )
    .then((rows) => rows.map(({ id }) => id))
}

/** Adds deliveries for missed events after `after`, up to `upTo`. */
async function addMissed(tx: Tx, endpoint: WebhookEndpoint, after: number, upTo: number): Promise<void> {
  if (upTo <= after) return
  const dueAt = now()
  const types = endpoint.events === null ? null : (JSON.parse(endpoint.events) as string[])
  await tx.sql.write(
    `INSERT INTO webhook_deliveries
       (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at, updated_at)
     SELECT event.project_id, event.is_test, ?, event.id, event.type, 'pending', ?, ?, ? FROM events event
     LEFT JOIN webhook_deliveries known ON known.endpoint_id = ? AND known.event_id = event.id
     WHERE event.project_id = ? AND event.is_test = ? AND event.id > ? AND event.id <= ?
       AND event.created_at >= ? AND event.data_until > ?
       AND event.type <> 'test' AND event.object_id < ${FIRST_REHEARSED}
       AND (known.id IS NULL OR known.status IN ('canceled', 'failed')) ${types ? 'AND event.type IN (?)' : ''}
     ORDER BY event.id
     ON DUPLICATE KEY UPDATE status = 'pending', tries = 0, due_at = VALUES(due_at), updated_at = VALUES(updated_at)`,
    [
      endpoint.id,
      ...[dueAt, dueAt, dueAt],
      endpoint.id,
      ...[endpoint.projectId, endpoint.isTest, after, upTo],
      endpoint.missedSince,
      neededUntil(dueAt),
      ...(types ? [types] : []),
    ],
  )
}
