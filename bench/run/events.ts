import { wake } from '../../common/runtime/queues.ts'
import { recordEvent } from '../../common/services/events/record.ts'
import { bodyOf, EVENT_COLUMNS, type EventRow } from '../../common/services/events/rows.ts'
import { createProject, PROJECT_DEFAULTS } from '../../common/services/projects/create.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { createEndpoint } from '../../common/services/webhooks/endpoints/create.ts'
import { deleteEndpoint } from '../../common/services/webhooks/endpoints/delete.ts'
import { onConnection } from '../../db/sql.ts'
import { type ModelTx, transact } from '../../db/transaction.ts'
import { preciseNow } from './meter.ts'

const now = () => new Date()

async function committed<Result>(work: (tx: ModelTx) => Promise<Result>): Promise<Result> {
  const { result, wakeUps } = await transact(work, { now })
  wake(wakeUps)
  return result
}

/** A project with one webhook endpoint. */
export interface Listener {
  scope: Scope
  endpointId: number
}

/** Creates a project with one webhook endpoint. */
export async function createListener(url: string): Promise<Listener> {
  const { id } = await committed((tx) => createProject(tx, { name: 'Bench', ...PROJECT_DEFAULTS }))
  const project = (await onConnection((sql) => findProject(sql, id)))!
  const scope = { project, isTest: true }
  const endpoint = await committed((tx) => createEndpoint(tx, scope, { url }))
  return { scope, endpointId: endpoint.id }
}

/** Deletes the endpoint, so that it receives no more events. */
export async function deleteListener({ scope, endpointId }: Listener): Promise<void> {
  await committed((tx) => deleteEndpoint(tx, scope, endpointId))
}

let lastObjectId = 0

function record(tx: ModelTx, { scope }: Listener): Promise<number> {
  const data = { id: (lastObjectId += 1), note: 'Сүүтэй цай', filling: 'x'.repeat(1_000) }
  return recordEvent(tx, scope, 'checkout.completed', data)
}

export interface RecordedEvent {
  eventId: number
  /** The time of the commit, in milliseconds. */
  at: number
}

/** Records an event like an operation of the service. */
export async function recordOne(listener: Listener): Promise<RecordedEvent> {
  const eventId = await committed((tx) => record(tx, listener))
  return { eventId, at: preciseNow() }
}

/** Records an event without waking a worker. */
export async function recordWithoutWakeUp(
  listener: Listener,
): Promise<RecordedEvent & { deliveryId: number }> {
  const { result } = await transact(
    async (tx) => {
      const eventId = await record(tx, listener)
      const row = await tx.sql.row<{ id: number }>('SELECT id FROM webhook_deliveries WHERE event_id = ?', [
        eventId,
      ])
      return { eventId, deliveryId: row!.id }
    },
    { now },
  )
  return { ...result, at: preciseNow() }
}

/** Returns the greatest id of a checkout with events: a worker may have recorded some of its own. */
async function greatestObjectId(): Promise<number> {
  const row = await onConnection((sql) =>
    sql.row<{ id: number | null }>("SELECT MAX(object_id) AS id FROM events WHERE object = 'checkout'"),
  )
  return row?.id ?? 0
}

/** Adds a backlog of `count` deliveries in few statements. */
export async function addBacklog({ scope, endpointId }: Listener, count: number): Promise<void> {
  const { eventId } = await recordOne({ scope, endpointId })
  const greatest = await greatestObjectId()
  const from = Math.max(lastObjectId, greatest)
  lastObjectId = from + count
  await onConnection(async (sql) => {
    await sql.run(
      `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, data_until, created_at)
       SELECT project_id, is_test, type, object, ? + seq, 1, data, data_until, created_at
       FROM events JOIN seq_1_to_${count} WHERE id = ?`,
      [from, eventId],
    )
    await sql.run(
      `INSERT INTO webhook_deliveries
         (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, created_at, updated_at)
       SELECT project_id, is_test, ?, id, type, 'pending', created_at, created_at, created_at
       FROM events WHERE project_id = ? AND is_test = ? AND id > ?`,
      [endpointId, scope.project.id, scope.isTest, eventId],
    )
  })
  await recordOne({ scope, endpointId })
}

/** Returns the exact body with which each event must arrive. */
export async function expectedBodies(eventIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await onConnection((sql) =>
    sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [eventIds]),
  )
  return new Map(rows.map((row) => [row.id, bodyOf(row)]))
}
