import { defineTable } from '../../../db/define-table.ts'
import { bytes, flag, money, primaryKey, reference, time, word } from '../../kit/column.ts'

/** The lines of bank statements whose money is recorded. Their texts are stored as hashes only. */
export const statementLinesTable = defineTable(
  'statement_lines',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    line_hash: bytes('binary(32)'),
    payment_id: reference(),
    amount: money(),
    /** `YYYY-MM-DD`. Null, like the hashes below, if an older release stored the line. */
    day: word<string>(10).nullable(),
    text_hash: bytes('binary(32)').nullable(),
    sender_hash: bytes('binary(32)').nullable(),
    layout_hash: bytes('binary(32)').nullable(),
    /** The import in the dashboard that confirmed a payment by this line; null for other lines. */
    import_id: reference().nullable(),
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
