import { defineTable } from '../../../../db/define-table.ts'
import { flag, integer, reference, time, varchar, word } from '../../../kit/column.ts'

export const providerPaymentsTable = defineTable(
  'provider_payments',
  {
    payment_id: reference(),
    project_id: reference(),
    is_test: flag(),
    method: varchar(32).kept(),
    provider_id: varchar(191).binary().nullable().kept(),
    step: word<string>(16),
    step_since: time(),
    calls: integer('int unsigned').default(0),
    asked_at: time().nullable(),
    hinted_at: time().nullable(),
    busy_until: time().nullable(),
    deadline: time(),
    created_at: time(),
    reconciled_at: time().nullable(),
    attempt: integer('smallint unsigned').default(0),
  },
  {
    primary: ['payment_id'],
    index: {
      provider_payments_age: ['project_id', 'is_test', 'created_at', 'payment_id'],
      provider_payments_hint: ['project_id', 'is_test', 'method', 'provider_id'],
      provider_payments_list: ['project_id', 'is_test', 'payment_id'],
    },
  },
)
