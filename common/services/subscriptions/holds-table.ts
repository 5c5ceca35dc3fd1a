import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { flag, reference } from '../../kit/column.ts'

export const holdsTable = defineTable(
  'holds',
  {
    project_id: reference(),
    is_test: flag(),
    customer_id: reference(),
    product_id: reference(),
    subscription_id: reference(),
  },
  {
    primary: ['project_id', 'is_test', 'customer_id', 'product_id'],
    index: {
      holds_customer: ['customer_id'],
      holds_subscription: ['subscription_id'],
    },
  },
)

/** The subscription that a customer has to a product. There is one at most. */
export const Hold = modelOf(holdsTable)
