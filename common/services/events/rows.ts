import type { NamesIn } from '../../../db/columns.ts'
import type { Row } from '../../../db/define-table.ts'
import { type EventObject, eventProperties } from '../../domain/events/object.ts'
import { messageId } from '../../domain/webhooks/sign.ts'
import { fieldNames, type FieldRow, serializerOf } from '../../kit/field.ts'
import { iso } from '../../kit/time.ts'
import type { eventsTable } from './events-table.ts'

/** The columns that no property of an event shows as they are stored. */
const COMPUTED = 'data previous_attributes body_version'

/** The columns of `events event` that `serializeEvent` reads. */
export const EVENT_COLUMNS = [...fieldNames(eventProperties), ...COMPUTED.split(' ')]
  .map((name) => `event.${name}`)
  .join(', ')

export interface EventRow
  extends FieldRow<typeof eventProperties>, Pick<Row<typeof eventsTable>, NamesIn<typeof COMPUTED>> {}

const eventOf = serializerOf(eventProperties)

/** Converts a row to an event. The API and deliveries use the same form, with the same field order. */
export function serializeEvent(row: EventRow): EventObject {
  return eventOf(row, {
    webhook_id: messageId(row.id),
    data: {
      // Null if the payload was deleted.
      object: JSON.parse(row.data) as EventObject['data']['object'],
      previous_attributes:
        row.previous_attributes === null
          ? undefined // omitted from the JSON
          : (JSON.parse(row.previous_attributes) as Record<string, unknown>),
    },
    updated_at: iso(row.created_at),
  })
}

/**
 * Returns the body that is signed and sent. It must have the same bytes on every attempt, so events of an older
 * release keep their old form.
 */
export function bodyOf(row: EventRow): string {
  const event = serializeEvent(row)
  return JSON.stringify(row.body_version === 1 ? { ...event, webhook_id: undefined } : event)
}
