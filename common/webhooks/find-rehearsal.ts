import { Refusal } from '../kit/refusal.ts'
import { iso } from '../kit/time.ts'
import type { EventType } from '../events/rules/types.ts'
import type { Scope } from '../projects/project.ts'
import type { Sql } from '../../db/sql.ts'
import { deliveriesById } from './find-deliveries.ts'
import type { DeliveryObject } from './find-deliveries.ts'
import { rehearsedId } from './rules/rehearsal.ts'
import type { DeliveryStatus } from './rules/settle.ts'
import { judge } from './rules/verdict.ts'

interface RehearsalRow {
  id: number
  project_id: number
  endpoint_id: number
  duplicates: number
  reorder: number
  created_at: Date
}

/** One event of a rehearsal and what became of it. */
export interface RehearsedDelivery {
  delivery_id: number
  event_id: number
  event_type: EventType
  object: string
  object_id: number
  /** What has happened to that object before it has a lower one. */
  sequence: number
  /** As which it was first sent, from 1; null while it was not. */
  order_sent: number | null
  /** A later event of the same object had been sent before it. */
  out_of_order: boolean
  status: DeliveryStatus
  attempts: {
    attempted_at: string
    status_code: number | null
    duration_ms: number
    error: string | null
    /** It had arrived before: the receiver has seen this one already. */
    duplicate: boolean
  }[]
}

/** A rehearsal as `GET /webhook-endpoints/:id/rehearsals/:id` answers it. Times are ISO 8601 in UTC. */
export interface RehearsalObject {
  id: number
  project_id: number
  endpoint_id: number
  is_test: boolean
  duplicates: boolean
  reorder: boolean
  status: 'running' | 'finished'
  deliveries: RehearsedDelivery[]
  verdicts: string[]
  created_at: string
}

/** The rehearsal `id` of an endpoint, with all that its receiver has answered so far; refuses where there is none. */
export async function rehearsalOf(
  sql: Sql,
  scope: Scope,
  endpointId: number,
  id: number,
): Promise<RehearsalObject> {
  const row = await sql.row<RehearsalRow>(
    'SELECT * FROM webhook_rehearsals WHERE id = ? AND endpoint_id = ? AND project_id = ? AND is_test = ?',
    [id, endpointId, scope.project.id, scope.isTest],
  )
  if (!row) throw new Refusal({ code: 'not_found', words: { what: 'rehearsal' } })
  const deliveries = await deliveriesOf(sql, row)
  const [duplicates, reorder] = [Boolean(row.duplicates), Boolean(row.reorder)]
  return {
    id: row.id,
    project_id: row.project_id,
    endpoint_id: row.endpoint_id,
    is_test: true,
    duplicates,
    reorder,
    status: deliveries.some(({ status }) => status === 'pending') ? 'running' : 'finished',
    deliveries,
    verdicts: judge(deliveries, { duplicates, reorder }),
    created_at: iso(row.created_at),
  }
}

interface EventRow {
  id: number
  object: string
  object_id: number
  sequence: number
}

/** Its events are those of its own objects. In the order of the story. */
async function deliveriesOf(
  sql: Sql,
  { id, endpoint_id: endpointId }: RehearsalRow,
): Promise<RehearsedDelivery[]> {
  const rows = await sql.rows<EventRow & { delivery_id: number }>(
    `SELECT event.id, event.object, event.object_id, event.sequence, delivery.id AS delivery_id FROM events event
     JOIN webhook_deliveries delivery ON delivery.event_id = event.id AND delivery.endpoint_id = ?
     WHERE event.object IN ('checkout', 'subscription') AND event.object_id BETWEEN ? AND ?`,
    [endpointId, rehearsedId(id, 0), rehearsedId(id, 9)],
  )
  if (rows.length === 0) return []
  const found = await deliveriesById(
    sql,
    rows.map(({ delivery_id }) => delivery_id),
  )
  const events = new Map(rows.map((row) => [row.id, row]))
  const sent = found.filter(({ attempts }) => attempts.length > 0).sort(byFirstAttempt)
  return found
    .sort((a, b) => a.event_id - b.event_id)
    .map((delivery) => {
      const event = events.get(delivery.event_id)!
      const order = sent.indexOf(delivery)
      const before = sent.slice(0, Math.max(order, 0)).map(({ event_id }) => events.get(event_id)!)
      return present(delivery, event, order, before)
    })
}

function byFirstAttempt(a: DeliveryObject, b: DeliveryObject): number {
  const [one, two] = [a.attempts[0]!.attempted_at, b.attempts[0]!.attempted_at]
  return one === two ? a.id - b.id : one < two ? -1 : 1
}

function present(
  { id, status, attempts, event_type: type }: DeliveryObject,
  event: EventRow,
  order: number,
  before: readonly EventRow[],
): RehearsedDelivery {
  const arrived = attempts.findIndex(({ status_code: code }) => code !== null && code >= 200 && code < 300)
  return {
    delivery_id: id,
    event_id: event.id,
    event_type: type as EventType,
    object: event.object,
    object_id: event.object_id,
    sequence: event.sequence,
    order_sent: order < 0 ? null : order + 1,
    out_of_order: before.some(
      (other) =>
        other.object === event.object &&
        other.object_id === event.object_id &&
        other.sequence > event.sequence,
    ),
    status,
    attempts: attempts.map(({ attempted_at, status_code, duration_ms, error }, number) => ({
      attempted_at,
      status_code,
      duration_ms,
      error,
      duplicate: arrived >= 0 && number > arrived,
    })),
  }
}
