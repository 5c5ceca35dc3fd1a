import { defineTable } from '../../../../db/define-table.ts'
import { attemptProperties } from '../../../domain/webhooks/deliveries/object.ts'
import { primaryKey, reference } from '../../../kit/column.ts'
import { columnsIn } from '../../../kit/field.ts'

export const webhookAttemptsTable = defineTable(
  'webhook_attempts',
  {
    ...columnsIn(attemptProperties),
    id: primaryKey(),
    project_id: reference(),
    delivery_id: reference(),
  },
  {
    index: {
      webhook_attempts_delivery: ['delivery_id', 'id'],
    },
  },
)
