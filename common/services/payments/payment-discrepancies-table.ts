import { defineTable } from '../../../db/define-table.ts'
import { primaryKey, reference, time, varchar, word } from '../../kit/column.ts'

export const paymentDiscrepanciesTable = defineTable(
  'payment_discrepancies',
  {
    id: primaryKey(),
    payment_id: reference(),
    kind: word<string>(24).ascii('ascii_general_ci'),
    /** The provider's record as text. Each record is reported once. */
    said: varchar(64).ascii('ascii_general_ci').kept(),
    found_at: time(),
  },
  {
    unique: {
      payment_discrepancies_once: ['payment_id', 'kind', 'said'],
    },
  },
)
