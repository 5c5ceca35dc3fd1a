import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { integer, primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const timersTable = defineTable(
  'timers',
  {
    id: primaryKey(),
    project_id: reference(),
    kind: word<string>(32).ascii(),
    subject_id: reference(),
    due_at: time(),
    armed_until: time().nullable(),
    test_clock_id: reference().nullable(),
    tries: integer().default(0),
    error: varchar(500).nullable().kept(),
    request_id: varchar(128).nullable().kept(),
    queue: word<string>(16).ascii().default('lifecycle'),
    due_since: time().nullable(),
  },
  {
    unique: {
      timers_subject: ['kind', 'subject_id'],
    },
    index: {
      timers_clock: ['test_clock_id', 'due_at'],
      timers_turn: ['queue', 'project_id', 'due_at', 'subject_id'],
    },
  },
)

/** When a job about a subject is due. */
export const StoredTimer = modelOf(timersTable)
