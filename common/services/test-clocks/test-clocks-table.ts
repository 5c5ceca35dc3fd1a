import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { clockProperties } from '../../domain/test-clocks/object.ts'
import { reference, time } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const testClocksTable = defineTable(
  'test_clocks',
  {
    ...columnsIn(clockProperties),
    /** Time to advance to, while it is advancing. */
    target_time: time().nullable(),
    deleted_at: time().nullable(),
    deleted_through: reference().default(0),
  },
  {
    index: {
      test_clocks_list: ['project_id', 'id'],
    },
  },
)

/** A clock of test customers. One that is being deleted has `deletedAt`. */
export const TestClock = modelOf(testClocksTable)
export type TestClock = InstanceType<typeof TestClock>
