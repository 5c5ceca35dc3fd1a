import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { flag, reference, time } from '../../kit/column.ts'

export const trialsTable = defineTable(
  'trials',
  {
    project_id: reference(),
    is_test: flag(),
    customer_id: reference(),
    product_id: reference(),
    subscription_id: reference(),
    created_at: time(),
  },
  {
    primary: ['project_id', 'is_test', 'customer_id', 'product_id'],
  },
)

/** A trial that a customer had of a product. */
export const Trial = modelOf(trialsTable)
export type Trial = InstanceType<typeof Trial>
