import { wakeUp } from '../jobs/catalog.ts'
import type { Scope } from '../projects/project.ts'
import { armedUntil } from '../runtime/lease.ts'
import { trace } from '../runtime/log.ts'
import type { Tx } from '../../db/transaction.ts'

export type EventType =
  | 'checkout.completed'
  | 'checkout.expired'
  | 'payment.awaiting_verification'
  | 'payment.verification_due'
  | 'test'

export type EventObject = 'checkout' | 'payment' | 'subscription' | 'invoice' | 'test'

/**
 * Writes an event, and a delivery for every endpoint that wants it, in the transaction of its cause.
 * `data` is what `GET` would answer at this moment; it is frozen here. The subject's row must be
 * locked, so that `sequence` rises by one per object.
 */
export async function recordEvent(
  tx: Tx,
  scope: Scope,
  type: EventType,
  object: EventObject,
  data: { id: number },
): Promise<number> {
  const { insertId } = await tx.sql.run(
    `INSERT INTO events (project_id, is_test, type, object, object_id, sequence, data, request_id, created_at)
     SELECT ?, ?, ?, ?, ?, COALESCE(MAX(sequence), 0) + 1, ?, ?, ? FROM events WHERE object = ? AND object_id = ?`,
    [
      scope.project.id,
      scope.isTest,
      type,
      object,
      data.id,
      JSON.stringify(data),
      trace.getStore()?.request_id ?? null,
      tx.now,
      object,
      data.id,
    ],
  )
  await addDeliveries(tx, scope, type, insertId)
  return insertId
}

interface EndpointRow {
  id: number
  events: string | null
}

/** Whether an endpoint with this filter wants events of this type; no filter wants all. */
function wants(filter: string | null, type: EventType): boolean {
  return filter === null || (JSON.parse(filter) as string[]).includes(type)
}

async function addDeliveries(tx: Tx, scope: Scope, type: EventType, eventId: number): Promise<void> {
  const endpoints = await tx.sql.rows<EndpointRow>(
    'SELECT id, events FROM webhook_endpoints WHERE project_id = ? AND is_test = ? AND active AND deleted_at IS NULL',
    [scope.project.id, scope.isTest],
  )
  const wanting = endpoints.filter(({ events }) => wants(events, type))
  if (wanting.length === 0) return
  // Deliveries run on real time, whatever the clock of their subject says.
  const dueAt = new Date()
  await tx.sql.run(
    `INSERT INTO webhook_deliveries
       (project_id, is_test, endpoint_id, event_id, event_type, status, due_at, armed_until, created_at, updated_at)
     VALUES ?`,
    [
      wanting.map(({ id }) => [
        scope.project.id,
        scope.isTest,
        id,
        eventId,
        type,
        'pending',
        dueAt,
        armedUntil(dueAt, dueAt),
        dueAt,
        dueAt,
      ]),
    ],
  )
  for (const { id } of wanting) tx.wakeUps.push(wakeUp('webhook.drain', id, dueAt, { endpointId: id }))
}
