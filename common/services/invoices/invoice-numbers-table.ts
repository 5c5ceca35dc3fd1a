import { defineTable } from '../../../db/define-table.ts'
import { flag, integer, reference } from '../../kit/column.ts'

export const invoiceNumbersTable = defineTable(
  'invoice_numbers',
  {
    project_id: reference(),
    is_test: flag(),
    last: integer(),
  },
  {
    primary: ['project_id', 'is_test'],
  },
)
