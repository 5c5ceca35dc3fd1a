import type { Row } from '../../../../db/define-table.ts'
import { type EventType, eventTypes } from '../../../domain/events/types.ts'
import { type EndpointObject, endpointProperties } from '../../../domain/webhooks/endpoints/object.ts'
import { serializerOf } from '../../../kit/field.ts'
import { openSecret } from './secret.ts'
import type { webhookEndpointsTable } from './webhook-endpoints-table.ts'

export const OWN_ENDPOINT = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'

export interface EndpointRow extends Row<typeof webhookEndpointsTable> {}

const endpointOf = serializerOf(endpointProperties)

/** Serializes an endpoint. Pass `secret` only when it is new, to return it in full. No filter means every type. */
export function serializeEndpoint(
  row: EndpointRow,
  secret = openSecret(row.secret).slice(-4),
): EndpointObject {
  return endpointOf(row, {
    events: row.events === null ? [...eventTypes] : (JSON.parse(row.events) as EventType[]),
    secret,
  })
}

/** Returns the stored form of a filter: null means every type, including future ones. */
export function filterOf(events: readonly EventType[] | null): string | null {
  return events && JSON.stringify(Array.from(new Set(events)))
}
