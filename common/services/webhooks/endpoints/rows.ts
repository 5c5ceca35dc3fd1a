import { type EventType, eventTypes } from '../../../domain/events/types.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { iso } from '../../../kit/time.ts'
import type { OldSecrets } from './old-secrets.ts'
import { openSecret } from './secret.ts'

export const OWN_ENDPOINT = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'

export interface EndpointRow extends OldSecrets {
  id: number
  project_id: number
  is_test: number
  url: string
  description: string | null
  events: string | null
  signature_header: string | null
  active: number
  secret: Buffer
  disabled_reason: string | null
  draining_until: Date | null
  drain_token: string | null
  failures: number
  failing_since: Date | null
  held_until: Date | null
  resend_since: Date | null
  resend_after: number | null
  missed_since: Date | null
  missed_after: number | null
  /** Pending deliveries up to this id count as canceled, though not all rows are updated yet. */
  cancel_through: number | null
  created_at: Date
  updated_at: Date
}

/** Serializes an endpoint. Pass `secret` only when it is new, to return it in full. No filter means every type. */
export function serializeEndpoint(
  row: EndpointRow,
  secret = openSecret(row.secret).slice(-4),
): EndpointObject {
  return {
    id: row.id,
    project_id: row.project_id,
    url: row.url,
    description: row.description,
    events: row.events === null ? [...eventTypes] : (JSON.parse(row.events) as EventType[]),
    signature_header: row.signature_header,
    active: Boolean(row.active),
    secret,
    disabled_reason: row.disabled_reason,
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

/** Returns the stored form of a filter: null means every type, including future ones. */
export function filterOf(events: readonly EventType[] | null): string | null {
  return events && JSON.stringify(Array.from(new Set(events)))
}
