import { defineTable } from '../../../db/define-table.ts'
import { primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const testClocksTable = defineTable(
  'test_clocks',
  {
    id: primaryKey(),
    project_id: reference(),
    name: varchar(255).nullable().kept(),
    frozen_time: time(),
    /** Time to advance to, while it is advancing. */
    target_time: time().nullable(),
    status: word<'ready' | 'advancing'>(16),
    created_at: time(),
    updated_at: time(),
    deleted_at: time().nullable(),
    deleted_through: reference().default(0),
  },
  {
    index: {
      test_clocks_list: ['project_id', 'id'],
    },
  },
)
