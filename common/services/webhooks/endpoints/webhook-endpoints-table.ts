import { defineTable } from '../../../../db/define-table.ts'
import { modelOf } from '../../../../db/model.ts'
import { endpointProperties } from '../../../domain/webhooks/endpoints/object.ts'
import { char, encrypted, integer, reference, text, time } from '../../../kit/column.ts'
import { columnsIn } from '../../../kit/field.ts'

export const webhookEndpointsTable = defineTable(
  'webhook_endpoints',
  {
    ...columnsIn(endpointProperties),
    events: text().nullable().kept(),
    secret: encrypted('blob'),
    previous_secret: encrypted('blob').nullable(),
    previous_secret_until: time().nullable(),
    draining_until: time().nullable(),
    drain_token: char(22).ascii().nullable().kept(),
    failures: integer().default(0),
    failing_since: time().nullable(),
    held_until: time().nullable(),
    armed_until: time().nullable(),
    deleted_at: time().nullable(),
    resend_since: time().nullable(),
    resend_after: reference().nullable(),
    missed_since: time().nullable(),
    missed_after: reference().nullable(),
    /** JSON of `OldSecret[]`, newest first. */
    older_secrets: encrypted('blob').nullable(),
    /** Pending deliveries up to this id count as canceled, though not all rows are updated yet. */
    cancel_through: reference().nullable(),
  },
  {
    index: {
      webhook_endpoints_draining: ['draining_until'],
      webhook_endpoints_live: ['project_id', 'is_test', 'deleted_at', 'id'],
    },
  },
)

/** An address of a merchant that receives events. */
export const WebhookEndpoint = modelOf(webhookEndpointsTable)
export type WebhookEndpoint = InstanceType<typeof WebhookEndpoint>
