import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { flag, money, primaryKey, reference, time, varchar } from '../../kit/column.ts'

export const depositsTable = defineTable(
  'deposits',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    payment_id: reference(),
    amount: money(),
    entered_by: varchar(64).kept(),
    entry_key: varchar(191).binary().nullable().kept(),
    request_id: varchar(128).nullable().kept(),
    created_at: time(),
  },
  {
    unique: {
      deposits_entry: ['payment_id', 'entry_key'],
    },
  },
)

/** Money received for a payment, as it was entered. */
export const Deposit = modelOf(depositsTable)
export type Deposit = InstanceType<typeof Deposit>
