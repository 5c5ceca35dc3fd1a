import { wake } from '../../common/runtime/queues.ts'
import { recordEvent } from '../../common/services/events/record.ts'
import { bodyOf, EVENT_COLUMNS, type EventRow } from '../../common/services/events/rows.ts'
import { createProject, PROJECT_DEFAULTS } from '../../common/services/projects/create.ts'
import { findProject } from '../../common/services/projects/find.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { createEndpoint } from '../../common/services/webhooks/endpoints/create.ts'
import { deleteEndpoint } from '../../common/services/webhooks/endpoints/delete.ts'
import { onConnection } from '../../db/sql.ts'
import { transact, type Tx } from '../../db/transaction.ts'
import { moment } from './moment.ts'

const now = () => new Date()

async function committed<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { result, wakeUps } = await transact(work, { now })
  wake(wakeUps)
  return result
}

export interface Listener {
  scope: Scope
  endpointId: number
}

/** A merchant with one endpoint. */
export async function openEndpoint(url: string): Promise<Listener> {
  const { id } = await committed((tx) => createProject(tx, { name: 'Bench', ...PROJECT_DEFAULTS }))
  const project = (await onConnection((sql) => findProject(sql, id)))!
  const scope = { project, isTest: true }
  const endpoint = await committed((tx) => createEndpoint(tx, scope, { url }))
  return { scope, endpointId: endpoint.id }
}

/** Nothing more is sent to it. */
export async function close({ scope, endpointId }: Listener): Promise<void> {
  await committed((tx) => deleteEndpoint(tx, scope, endpointId))
}

let subject = 0

function record(tx: Tx, { scope }: Listener): Promise<number> {
  const data = { id: (subject += 1), note: 'Сүүтэй цай', filling: 'x'.repeat(1_000) }
  return recordEvent(tx, scope, 'checkout.completed', 'checkout', data)
}

export interface Happening {
  eventId: number
  /** When it was committed. */
  at: number
}

/** Something happens, as an operation records it. */
export async function happen(listener: Listener): Promise<Happening> {
  const eventId = await committed((tx) => record(tx, listener))
  return { eventId, at: moment() }
}

/** The same, and nobody is woken for its delivery. */
export async function happenUnsaid(listener: Listener): Promise<Happening & { deliveryId: number }> {
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
  return { ...result, at: moment() }
}

/** Makes `count` events wait for an endpoint at once, in few statements. */
export async function pileUp({ scope, endpointId }: Listener, count: number): Promise<void> {
  const { eventId } = await happen({ scope, endpointId })
  const from = (subject += 1)
  subject += count
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
  await happen({ scope, endpointId })
}

/** The bytes that each event must arrive as. */
export async function expectedBodies(eventIds: readonly number[]): Promise<Map<number, string>> {
  const rows = await onConnection((sql) =>
    sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [eventIds]),
  )
  return new Map(rows.map((row) => [row.id, bodyOf(row)]))
}
