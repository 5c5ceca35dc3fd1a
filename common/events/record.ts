import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { trace } from '../runtime/log.ts'
import { addDeliveries } from './add-deliveries.ts'
import { keptUntil } from './rules/retention.ts'
import type { ChangeKind, EventType, ObjectType } from './rules/types.ts'

export type { ObjectType, EventType } from './rules/types.ts'

/** What an event that tells of a change says of it. */
export interface Change {
  /** The fields of the object that changed, with what they held before. */
  previous: Record<string, unknown>
  /** Which of several changes of its type it was; null where there is one. */
  kind: ChangeKind | null
}

/** In the present form, which says `webhook_id`; earlier events have 1. */
const BODY_VERSION = 2

/**
 * Writes an event, and a delivery for every endpoint that wants it, in the transaction of its cause.
 * `data` is what `GET` would answer at this moment; it is frozen here. The subject's row must be
 * locked, so that `sequence` rises by one per object.
 */
export async function recordEvent(
  tx: Tx,
  scope: Scope,
  type: EventType,
  object: ObjectType,
  data: { id: number },
  change: Change | null = null,
): Promise<number> {
  const id = await writeEvent(tx, scope, type, object, data, { change })
  const endpoints = await tx.sql.rows<EndpointRow>(
    'SELECT id, events FROM webhook_endpoints WHERE project_id = ? AND is_test = ? AND active AND deleted_at IS NULL',
    [scope.project.id, scope.isTest],
  )
  const wanting = endpoints.filter(({ events }) => matchesFilter(events, type))
  await addDeliveries(
    tx,
    scope,
    { id, type },
    wanting.map((endpoint) => endpoint.id),
  )
  return id
}

/** Writes an event that is for nobody yet, of something that happened `at`; answers its id. */
export async function writeEvent(
  tx: Tx,
  scope: Scope,
  type: EventType,
  object: ObjectType,
  data: { id: number },
  { at = tx.now, change = null }: { at?: Date; change?: Change | null } = {},
): Promise<number> {
  const { insertId } = await tx.sql.run(
    `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, previous_attributes, change_kind,
       body_version, data_until, request_id, created_at)
     SELECT ?, ?, ?, ?, ?, COALESCE(MAX(sequence), 0) + 1, ?, ?, ?, ?, ?, ?, ? FROM events WHERE object = ? AND object_id = ?`,
    [
      scope.project.id,
      scope.isTest,
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
  )
  return insertId
}

interface EndpointRow {
  id: number
  events: string | null
}

/** Whether an endpoint with this filter wants events of this type; no filter wants all. */
export function matchesFilter(filter: string | null, type: EventType): boolean {
  return filter === null || (JSON.parse(filter) as string[]).includes(type)
}
