import { defineTable } from '../../../../db/define-table.ts'
import { integer, primaryKey, reference, text, time, varchar } from '../../../kit/column.ts'

export const webhookAttemptsTable = defineTable(
  'webhook_attempts',
  {
    id: primaryKey(),
    project_id: reference(),
    delivery_id: reference(),
    attempted_at: time(),
    status_code: integer().nullable(),
    duration_ms: integer(),
    response_body: text().nullable().kept(),
    error: varchar(500).nullable().kept(),
    request_headers: text().nullable().kept(),
  },
  {
    index: {
      webhook_attempts_delivery: ['delivery_id', 'id'],
    },
  },
)
