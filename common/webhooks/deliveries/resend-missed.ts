import { updateRow } from '../../../db/rows.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import type { Atomically, Tx } from '../../../db/transaction.ts'
import { neededUntil } from '../../events/rules/retention.ts'
import { newJob } from '../../jobs/catalog.ts'
import type { Scope } from '../../projects/project.ts'
import { now } from '../../runtime/clock.ts'
import type { EndpointRow } from '../endpoints/rows.ts'
import { FIRST_REHEARSED } from '../rules/rehearsal.ts'
import type { Lease } from './lease.ts'

/** Events looked at in one transaction: few enough that nobody waits for it. */
const BATCH = 500
/** Far more than one project writes while a transaction is under way. */
const UNDER_WAY = 500

/**
 * Makes due what an endpoint has missed since `since`: events that it wants and that never reached
 * it, whether they were made while it was off, canceled, or given up. What is too old has no payload any more.
 * The first batch at once; the endpoint's drain goes on, and looks at that batch once more: an event
 * whose transaction has not ended yet may have been meant for an endpoint that was still off.
 */
export async function resendMissed(tx: Tx, scope: Scope, endpoint: EndpointRow, since: Date): Promise<void> {
  const { id, missed_since: under } = endpoint
  const from = under && under < since ? under : since
  const after = await startOf(tx.sql, scope, from)
  await updateRow(tx.sql, 'webhook_endpoints', id, { missed_since: from, missed_after: after })
  const seen = await eventsAfter(tx.sql, endpoint, after)
  // What is still being canceled is not known as missed yet: the drain looks when that is done.
  if (endpoint.cancel_through === null)
    await addMissed(tx, { ...endpoint, missed_since: from }, after, seen.at(-1) ?? after)
  tx.jobs.push(newJob('webhook.drain', id, now(), { endpointId: id }))
}

/** Before the first event since then, and before every one that may still be under way. */
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
 * The next batch, for whoever holds the lease. Returns whether there may be more. It never passes an
 * event that is still under way: that one is found by a dirty read, and the rest waits for its end.
 */
export async function missedBatch(lease: Lease, atomically: Atomically): Promise<boolean> {
  // Before the transaction, which would keep a connection while it waits for another.
  const begun = await onConnection(async (sql) => {
    const endpoint = await sql.row<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id = ?', [
      lease.endpointId,
    ])
    if (!endpoint?.missed_since) return null
    await sql.run('SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED') // of the next statement only
    const ids = await eventsAfter(sql, endpoint, endpoint.missed_after ?? 0)
    return { after: endpoint.missed_after, ids }
  })
  return begun !== null && atomically((tx) => addBatch(tx, lease, begun))
}

interface Begun {
  after: number | null
  /** Events after that, those under way too. */
  ids: readonly number[]
}

async function addBatch(tx: Tx, { endpointId, token }: Lease, { after, ids }: Begun): Promise<boolean> {
  const endpoint = await tx.sql.row<EndpointRow>(
    'SELECT * FROM webhook_endpoints WHERE id = ? AND drain_token = ? FOR UPDATE',
    [endpointId, token],
  )
  if (!endpoint?.active || !endpoint.missed_since) return false
  if (endpoint.missed_after !== after) return true // asked for anew meanwhile
  const last = ids.at(-1)
  if (last === undefined) {
    await updateRow(tx.sql, 'webhook_endpoints', endpointId, { missed_since: null, missed_after: null })
    return false
  }
  const standing = new Set(await eventsAfter(tx.sql, endpoint, after ?? 0))
  const underWay = ids.find((id) => !standing.has(id))
  const upTo = underWay === undefined ? last : underWay - 1
  await addMissed(tx, endpoint, after ?? 0, upTo)
  await updateRow(tx.sql, 'webhook_endpoints', endpointId, { missed_after: upTo })
  return underWay === undefined
}

function eventsAfter(sql: Sql, { project_id, is_test }: EndpointRow, after: number): Promise<number[]> {
  return sql
    .rows<{ id: number }>(
      `SELECT id FROM events USE INDEX (events_list)
       WHERE project_id = ? AND is_test = ? AND id > ? ORDER BY id LIMIT ${BATCH}`,
      [project_id, is_test, after],
    )
    .then((rows) => rows.map(({ id }) => id))
}

/** Events above `after`, up to `upTo`. */
async function addMissed(tx: Tx, endpoint: EndpointRow, after: number, upTo: number): Promise<void> {
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
      ...[endpoint.project_id, endpoint.is_test, after, upTo],
      endpoint.missed_since,
      neededUntil(dueAt),
      ...(types ? [types] : []),
    ],
  )
}
