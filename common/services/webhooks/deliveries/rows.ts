import type { EventType } from '../../../domain/events/types.ts'
import type { DeliveryObject, DeliveryStatus } from '../../../domain/webhooks/deliveries/object.ts'
import { iso, isoOrNull } from '../../../kit/time.ts'

export interface DeliveryRow {
  id: number
  project_id: number
  is_test: number
  endpoint_id: number
  event_id: number
  event_type: EventType
  status: DeliveryStatus
  due_at: Date | null
  created_at: Date
  updated_at: Date
}

export interface AttemptRow {
  id: number
  delivery_id: number
  attempted_at: Date
  request_headers: string | null
  status_code: number | null
  duration_ms: number
  response_body: string | null
  error: string | null
}

export function serializeDelivery(row: DeliveryRow, attempts: readonly AttemptRow[]): DeliveryObject {
  return {
    id: row.id,
    project_id: row.project_id,
    endpoint_id: row.endpoint_id,
    event_id: row.event_id,
    event_type: row.event_type,
    status: row.status,
    next_attempt_at: isoOrNull(row.due_at),
    attempts: attempts.map((attempt) => ({
      attempted_at: iso(attempt.attempted_at),
      request_headers: readHeaders(attempt.request_headers),
      status_code: attempt.status_code,
      duration_ms: attempt.duration_ms,
      response_body: attempt.response_body,
      error: attempt.error,
    })),
    is_test: Boolean(row.is_test),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

/** Parses the headers of an attempt; null for attempts before headers were stored. */
function readHeaders(text: string | null): Record<string, string> | null {
  return text === null ? null : (JSON.parse(text) as Record<string, string>)
}
