import type { DeliveryObject } from '../../../domain/webhooks/deliveries/object.ts'
import {
  type RehearsalObject,
  rehearsalProperties,
  type RehearsedDelivery,
} from '../../../domain/webhooks/rehearsals/object.ts'
import { verdict } from '../../../domain/webhooks/verdict.ts'
import { type FieldRow, serializerOf } from '../../../kit/field.ts'

export interface RehearsalRow extends FieldRow<typeof rehearsalProperties> {}

const rehearsalOf = serializerOf(rehearsalProperties)

export function serializeRehearsal(row: RehearsalRow, deliveries: RehearsedDelivery[]): RehearsalObject {
  return rehearsalOf(row, {
    status: deliveries.some(({ status }) => status === 'pending') ? 'running' : 'finished',
    deliveries,
    verdicts: verdict(deliveries, { duplicates: Boolean(row.duplicates), reorder: Boolean(row.reorder) }),
  })
}

export interface RehearsedEventRow {
  id: number
  object: RehearsedDelivery['object']
  object_id: number
  sequence: number
}

export function serializeRehearsed(
  { id, status, attempts, event_type: type }: DeliveryObject,
  event: RehearsedEventRow,
  order: number,
  before: readonly RehearsedEventRow[],
): RehearsedDelivery {
  const arrived = attempts.findIndex(({ status_code: code }) => code !== null && code >= 200 && code < 300)
  return {
    delivery_id: id,
    event_id: event.id,
    event_type: type,
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
