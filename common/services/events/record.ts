import type { Value } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { keptUntil } from '../../domain/events/retention.ts'
import { type ChangeKind, type EventType, objectOf } from '../../domain/events/types.ts'
import { now } from '../../runtime/clock.ts'
import { trace } from '../../runtime/log.ts'
import type { Scope } from '../projects/project.ts'
import { addDeliveries } from './add-deliveries.ts'

export type { EventType } from '../../domain/events/types.ts'

/** The description of a change, for an event about one. */
export interface Change {
  /** The fields of the object that changed, with their former values. */
  previous: Record<string, unknown>
  /** Which of the type's changes this was; null if the type has only one. */
  kind: ChangeKind | null
}

/** The current form, which contains `webhook_id`. Earlier events have version 1. */
const BODY_VERSION = 2

/**
 * Inserts an event, and a delivery for every endpoint that wants it, in the transaction of its cause. `data` is the
 * object as `GET` returns it at this moment. The object's row must be locked, so that `sequence` rises by one per
 * object.
 */
export async function recordEvent(
  tx: Tx,
  scope: Scope,
  type: EventType,
  data: { id: number },
  change: Change | null = null,
): Promise<number> {
  const { select, values } = insertion(scope, type, data, { at: tx.now, change })
  await tx.sql.write(`${INTO}${select}`, values, { combine: 'select' })
  // The event is inserted before endpoints are read: an endpoint that is enabled meanwhile looks for the event.
  // One statement may have inserted events of several subjects. This selects the event of this subject.
  const rows = await tx.sql.rows<EventEndpointRow>(
    `SELECT event.object_id AS subject, event.id AS event_id, endpoint.id, endpoint.events
     FROM events event FORCE INDEX (events_sequence) LEFT JOIN webhook_endpoints endpoint
       ON endpoint.project_id = ? AND endpoint.is_test = ? AND endpoint.active AND endpoint.deleted_at IS NULL
     WHERE event.id >= LAST_INSERT_ID() AND event.object = ? AND event.object_id IN (?)`,
    [scope.project.id, scope.isTest, objectOf(type), data.id],
    { combine: 'subject' },
  )
  const event = { id: rows[0]!.event_id, type }
  const wanting = rows.flatMap(({ id, events }) => (id !== null && matchesFilter(events, type) ? [id] : []))
  await addDeliveries(tx, scope, event, wanting)
  return event.id
}

/** Inserts an event without deliveries, for a change at time `at`. Returns its id. */
export async function writeEvent(
  tx: Tx,
  scope: Scope,
  type: EventType,
  data: { id: number },
  { at = tx.now, change = null }: { at?: Date; change?: Change | null } = {},
): Promise<number> {
  const { select, values } = insertion(scope, type, data, { at, change })
  return (await tx.sql.run(`${INTO}${select}`, values)).insertId
}

const INTO = `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, previous_attributes,
    change_kind, body_version, data_until, request_id, created_at) `
const SELECTED =
  'SELECT ?, ?, ?, ?, ?, COALESCE(MAX(sequence), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM events WHERE object = ? AND object_id = ?'

function insertion(
  { project, isTest }: Scope,
  type: EventType,
  data: { id: number },
  { at, change }: { at: Date; change: Change | null },
): { select: string; values: Value[] } {
  const object = objectOf(type)
  return {
    select: SELECTED,
    values: [
      project.id,
      isTest,
      type,
      object,
      data.id,
      JSON.stringify(data),
      change && JSON.stringify(change.previous),
      change?.kind ?? null,
      BODY_VERSION,
      keptUntil(now()), // by real time, whatever the clock of the subject says
      trace.getStore()?.request_id ?? null,
      at,
      object,
      data.id,
    ],
  }
}

/** An event and an endpoint of its project and mode. Without endpoints, one row with null columns. */
interface EventEndpointRow {
  event_id: number
  id: number | null
  events: string | null
}

/** Returns whether an endpoint with this filter wants events of this type. Null wants all types. */
export function matchesFilter(filter: string | null, type: EventType): boolean {
  return filter === null || (JSON.parse(filter) as string[]).includes(type)
}
