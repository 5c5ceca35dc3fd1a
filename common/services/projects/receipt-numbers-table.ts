import { defineTable } from '../../../db/define-table.ts'
import { flag, reference } from '../../kit/column.ts'

export const receiptNumbersTable = defineTable(
  'receipt_numbers',
  {
    project_id: reference(),
    is_test: flag(),
    last: reference(),
  },
  {
    primary: ['project_id', 'is_test'],
  },
)
