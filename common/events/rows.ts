import { iso } from '../kit/time.ts'
import type { EventObject } from './object.ts'
import type { EventType, ObjectType } from './rules/types.ts'

export interface EventRow {
  id: number
  project_id: number
  is_test: number
  type: EventType
  object: ObjectType
  sequence: number
  data: string
  created_at: Date
}

/** The columns of `events event` that `serializeEvent` reads. */
export const EVENT_COLUMNS =
  'event.id, event.project_id, event.is_test, event.type, event.object, event.sequence, event.data, event.created_at'

/** What is answered and what is delivered: the same words, in the same order. */
export function serializeEvent(row: EventRow): EventObject {
  return {
    id: row.id,
    project_id: row.project_id,
    type: row.type,
    object: row.object,
    is_test: Boolean(row.is_test),
    sequence: row.sequence,
    // Null once the payload is no longer kept.
    data: { object: JSON.parse(row.data) as EventObject['data']['object'] },
    created_at: iso(row.created_at),
    updated_at: iso(row.created_at),
  }
}
