import { defineTable } from '../../../../db/define-table.ts'
import type { ProviderStep } from '../../../domain/payments/provider-schedule.ts'
import { flag, integer, reference, time, varchar, word } from '../../../kit/column.ts'

export const providerPaymentsTable = defineTable(
  'provider_payments',
  {
    payment_id: reference(),
    project_id: reference(),
    is_test: flag(),
    method: varchar(32).kept(),
    /** The provider's id of it; null until the provider has opened it. */
    provider_id: varchar(191).binary().nullable().kept(),
    step: word<ProviderStep>(16),
    step_since: time(),
    /** Counts the calls: only the answer to the last one is current. */
    calls: integer('int unsigned').default(0),
    asked_at: time().nullable(),
    /** When the provider last reported a change. */
    hinted_at: time().nullable(),
    /** No other call is made until then: one is running, or the provider asked us to wait. */
    busy_until: time().nullable(),
    deadline: time(),
    created_at: time(),
    reconciled_at: time().nullable(),
    /** Numbers the requests to open it. It rises when the provider has refused the last one for good. */
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
