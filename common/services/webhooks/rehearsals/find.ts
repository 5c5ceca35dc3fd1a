import { rowOf } from '../../../../db/model.ts'
import { find } from '../../../../db/save.ts'
import type { Sql } from '../../../../db/sql.ts'
import type { DeliveryObject } from '../../../domain/webhooks/deliveries/object.ts'
import { rehearsedId } from '../../../domain/webhooks/rehearsal.ts'
import type { RehearsalObject, RehearsedDelivery } from '../../../domain/webhooks/rehearsals/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Scope } from '../../projects/project.ts'
import { findDeliveries } from '../deliveries/find.ts'
import { type RehearsedEventRow, serializeRehearsal, serializeRehearsed } from './rows.ts'
import { WebhookRehearsal } from './webhook-rehearsals-table.ts'

/** Returns the rehearsal `id` of an endpoint with all responses so far, or throws 404. */
export async function getRehearsal(
  sql: Sql,
  { project, isTest }: Scope,
  endpointId: number,
  id: number,
): Promise<RehearsalObject> {
  const rehearsal = await find(sql, WebhookRehearsal, { id, endpointId, projectId: project.id, isTest })
  if (!rehearsal) throw new Refusal({ code: 'not_found', params: { what: 'rehearsal' } })
  return serializeRehearsal(rowOf(rehearsal), await deliveriesOf(sql, rehearsal))
}

/** Finds a rehearsal's deliveries by the ids of its objects, in the order in which the events happen. */
async function deliveriesOf(
  sql: Sql,
  { id, projectId, endpointId }: WebhookRehearsal,
): Promise<RehearsedDelivery[]> {
  const rows = await sql.rows<RehearsedEventRow & { delivery_id: number }>(
    `SELECT event.id, event.object, event.object_id, event.sequence, delivery.id AS delivery_id FROM events event
     JOIN webhook_deliveries delivery ON delivery.event_id = event.id AND delivery.endpoint_id = ?
     WHERE event.project_id = ? AND event.object IN ('checkout', 'subscription') AND event.object_id BETWEEN ? AND ?`,
    [endpointId, projectId, rehearsedId(id, 0), rehearsedId(id, 9)],
  )
  if (rows.length === 0) return []
  const found = await findDeliveries(
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
      return serializeRehearsed(delivery, event, order, before)
    })
}

function byFirstAttempt(a: DeliveryObject, b: DeliveryObject): number {
  const [one, two] = [a.attempts[0]!.attempted_at, b.attempts[0]!.attempted_at]
  return one === two ? a.id - b.id : one < two ? -1 : 1
}
