import { defineTable } from '../../../../db/define-table.ts'
import { modelOf } from '../../../../db/model.ts'
import { rehearsalProperties } from '../../../domain/webhooks/rehearsals/object.ts'
import { time } from '../../../kit/column.ts'
import { columnsIn } from '../../../kit/field.ts'

export const webhookRehearsalsTable = defineTable(
  'webhook_rehearsals',
  {
    ...columnsIn(rehearsalProperties),
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
