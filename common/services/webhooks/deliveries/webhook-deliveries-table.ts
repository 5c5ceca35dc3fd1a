import { defineTable } from '../../../../db/define-table.ts'
import { flag, integer, primaryKey, reference, time, word } from '../../../kit/column.ts'

export const webhookDeliveriesTable = defineTable(
  'webhook_deliveries',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    endpoint_id: reference(),
    event_id: reference(),
    event_type: word<string>(48).ascii(),
    status: word<string>(16),
    tries: integer().default(0),
    due_at: time().nullable(),
    resent_status: word<string>(16).nullable(),
    resent_due_at: time().nullable(),
    created_at: time(),
    updated_at: time(),
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
