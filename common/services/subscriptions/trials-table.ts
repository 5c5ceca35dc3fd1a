import { defineTable } from '../../../db/define-table.ts'
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
