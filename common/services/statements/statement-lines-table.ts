import { defineTable } from '../../../db/define-table.ts'
import { bytes, flag, money, primaryKey, reference, time } from '../../kit/column.ts'

/** The lines of bank statements whose money is recorded. Only a hash is stored, not the line. */
export const statementLinesTable = defineTable(
  'statement_lines',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    line_hash: bytes('binary(32)'),
    payment_id: reference(),
    amount: money(),
    created_at: time(),
  },
  {
    unique: {
      statement_lines_once: ['project_id', 'is_test', 'line_hash'],
    },
    index: {
      statement_lines_payment: ['payment_id'],
    },
  },
)
