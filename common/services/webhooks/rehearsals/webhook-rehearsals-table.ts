import { defineTable } from '../../../../db/define-table.ts'
import { modelOf } from '../../../../db/model.ts'
import { flag, primaryKey, reference, time } from '../../../kit/column.ts'

export const webhookRehearsalsTable = defineTable(
  'webhook_rehearsals',
  {
    id: primaryKey(),
    project_id: reference(),
    is_test: flag(),
    endpoint_id: reference(),
    duplicates: flag(),
    reorder: flag(),
    created_at: time(),
    updated_at: time(),
  },
  {
    index: {
      webhook_rehearsals_age: ['created_at'],
    },
  },
)

/** A rehearsal of an endpoint. Its events name it by the ids of their objects. */
export const WebhookRehearsal = modelOf(webhookRehearsalsTable)
export type WebhookRehearsal = InstanceType<typeof WebhookRehearsal>
