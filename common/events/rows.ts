import { iso } from '../kit/time.ts'
import type { EventObject } from './object.ts'
import { messageId } from './rules/message-id.ts'
import type { EventType, ObjectType } from './rules/types.ts'

export interface EventRow {
  id: number
  project_id: number
  is_test: number
  type: EventType
  object: ObjectType
  sequence: number
  data: string
  previous_attributes: string | null
  body_version: number
  created_at: Date
}

/** The columns of `events event` that `serializeEvent` reads. */
export const EVENT_COLUMNS =
  'event.id, event.project_id, event.is_test, event.type, event.object, event.sequence, event.data, event.previous_attributes, event.body_version, event.created_at'

/** What is answered and what is delivered: the same words, in the same order. */
export function serializeEvent(row: EventRow): EventObject {
  return {
    id: row.id,
    webhook_id: messageId(row.id),
    project_id: row.project_id,
    type: row.type,
    object: row.object,
    is_test: Boolean(row.is_test),
    sequence: row.sequence,
    data: {
      // Null once the payload is no longer kept.
      object: JSON.parse(row.data) as EventObject['data']['object'],
      previous_attributes:
        row.previous_attributes === null
          ? undefined // is not written
          : (JSON.parse(row.previous_attributes) as Record<string, unknown>),
    },
    created_at: iso(row.created_at),
    updated_at: iso(row.created_at),
  }
}

/**
 * The text that is signed and sent. What an older release has written keeps the bytes that it may have sent: they are
 * the same on every attempt.
 */
export function bodyOf(row: EventRow): string {
  const event = serializeEvent(row)
  return JSON.stringify(row.body_version === 1 ? { ...event, webhook_id: undefined } : event)
}
