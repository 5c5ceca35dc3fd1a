import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { eventProperties } from '../../domain/events/object.ts'
import type { ChangeKind } from '../../domain/events/types.ts'
import { integer, json, reference, time, varchar, word } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const eventsTable = defineTable(
  'events',
  {
    ...columnsIn(eventProperties),
    object_id: reference(),
    data: json<unknown>('mediumtext').rewritten(),
    request_id: varchar(128).nullable().kept(),
    data_until: time().nullable(),
    previous_attributes: json<unknown>('mediumtext').nullable().rewritten(),
    change_kind: word<ChangeKind>(24).nullable(),
    body_version: integer('tinyint unsigned').default(1),
  },
  {
    unique: {
      events_sequence: ['object', 'object_id', 'sequence'],
    },
    index: {
      events_data_until: ['data_until'],
      events_list: ['project_id', 'is_test', 'id'],
      events_object: ['project_id', 'is_test', 'object_id', 'id'],
      events_time: ['project_id', 'is_test', 'created_at'],
      events_type: ['project_id', 'is_test', 'type', 'id'],
    },
  },
)

/** An event as the database has it. */
export const RecordedEvent = modelOf(eventsTable)
