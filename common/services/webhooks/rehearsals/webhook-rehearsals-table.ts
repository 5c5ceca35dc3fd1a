import { defineTable } from '../../../../db/define-table.ts'
import { flag, primaryKey, reference, time } from '../../../kit/column.ts'

export const webhookRehearsalsTable = defineTable(
  'webhook_rehearsals',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    endpoint_id: reference(),
    duplicates: flag(),
    reorder: flag(),
    created_at: time(),
    updated_at: time(),
  },
  {
    index: {
      webhook_rehearsals_age: ['created_at'],
    },
  },
)
