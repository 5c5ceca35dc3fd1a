import { defineTable } from '../../../../db/define-table.ts'
import { deliveryProperties, type DeliveryStatus } from '../../../domain/webhooks/deliveries/object.ts'
import { integer, time, word } from '../../../kit/column.ts'
import { columnsIn } from '../../../kit/field.ts'

export const webhookDeliveriesTable = defineTable(
  'webhook_deliveries',
  {
    ...columnsIn(deliveryProperties),
    tries: integer().default(0),
    due_at: time().nullable(),
    resent_status: word<DeliveryStatus>(16).nullable(),
    resent_due_at: time().nullable(),
    repeats: integer().default(0),
  },
  {
    unique: {
      webhook_deliveries_once: ['endpoint_id', 'event_id'],
    },
    index: {
      webhook_deliveries_endpoint_status: ['project_id', 'is_test', 'endpoint_id', 'status', 'id'],
      webhook_deliveries_created: ['project_id', 'is_test', 'created_at'],
      webhook_deliveries_due: ['status', 'endpoint_id', 'due_at'],
      webhook_deliveries_endpoint: ['project_id', 'is_test', 'endpoint_id', 'id'],
      webhook_deliveries_event: ['event_id', 'id'],
      webhook_deliveries_list: ['project_id', 'is_test', 'id'],
      webhook_deliveries_status: ['project_id', 'is_test', 'status', 'id'],
    },
  },
)
