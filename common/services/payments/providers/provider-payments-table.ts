import { defineTable } from '../../../../db/define-table.ts'
import { modelOf } from '../../../../db/model.ts'
import type { ProviderStep } from '../../../domain/payments/provider-schedule.ts'
import { flag, integer, reference, time, varchar, word } from '../../../kit/column.ts'

export const providerPaymentsTable = defineTable(
  'provider_payments',
  {
    payment_id: reference(),
    project_id: reference(),
    is_test: flag(),
    method: varchar(32).kept(),
    /** The provider's id of the payment; null until the provider has opened it. */
    provider_id: varchar(191).binary().nullable().kept(),
    step: word<ProviderStep>(16),
    step_since: time(),
    /** The number of calls. Only the answer to the last call is current. */
    calls: integer('int unsigned').default(0),
    asked_at: time().nullable(),
    /** When the provider last reported a change. */
    hinted_at: time().nullable(),
    /** No other call is made until then: a call is running, or the provider asked for a pause. */
    busy_until: time().nullable(),
    deadline: time(),
    created_at: time(),
    reconciled_at: time().nullable(),
    /** The number of the request to open it. It rises after a permanent refusal. */
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

/** A payment at its provider, and the next call about it. */
export const ProviderPayment = modelOf(providerPaymentsTable)
export type ProviderPayment = InstanceType<typeof ProviderPayment>
