import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { refundProperties } from '../../domain/refunds/object.ts'
import { integer, time } from '../../kit/column.ts'
import { columnsIn } from '../../kit/field.ts'

export const refundsTable = defineTable(
  'refunds',
  {
    ...columnsIn(refundProperties),
    calls: integer('int unsigned').default(0),
    busy_until: time().nullable(),
    refused_calls: integer('smallint unsigned').default(0),
    attempt: integer('smallint unsigned').default(0),
  },
  {
    index: {
      refunds_created: ['project_id', 'is_test', 'created_at'],
      refunds_list: ['project_id', 'is_test', 'id'],
      refunds_payment: ['payment_id', 'id'],
      refunds_amount: ['project_id', 'is_test', 'amount', 'id'],
    },
  },
)

/** Money of a payment that is returned to its customer. */
export const Refund = modelOf(refundsTable)
export type Refund = InstanceType<typeof Refund>
