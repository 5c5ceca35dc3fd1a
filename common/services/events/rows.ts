import type { NamesIn } from '../../../db/columns.ts'
import type { Row } from '../../../db/define-table.ts'
import type { EventObject } from '../../domain/events/object.ts'
import { messageId } from '../../domain/webhooks/sign.ts'
import { iso } from '../../kit/time.ts'
import type { eventsTable } from './events-table.ts'

const COLUMNS = 'id project_id is_test type object sequence data previous_attributes body_version created_at'

/** The columns of `events event` that `serializeEvent` reads. */
export const EVENT_COLUMNS = COLUMNS.split(' ')
  .map((name) => `event.${name}`)
  .join(', ')

export interface EventRow extends Pick<Row<typeof eventsTable>, NamesIn<typeof COLUMNS>> {}

/** Converts a row to an event. The API and deliveries use the same form, with the same field order. */
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
      // Null if the payload was deleted.
      object: JSON.parse(row.data) as EventObject['data']['object'],
      previous_attributes:
        row.previous_attributes === null
          ? undefined // omitted from the JSON
          : (JSON.parse(row.previous_attributes) as Record<string, unknown>),
    },
    created_at: iso(row.created_at),
    updated_at: iso(row.created_at),
  }
}

/**
 * Returns the body that is signed and sent. It must have the same bytes on every attempt, so events of an older
 * release keep their old form.
 */
export function bodyOf(row: EventRow): string {
  const event = serializeEvent(row)
  return JSON.stringify(row.body_version === 1 ? { ...event, webhook_id: undefined } : event)
}
