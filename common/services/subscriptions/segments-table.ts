import { defineTable } from '../../../db/define-table.ts'
import { modelOf } from '../../../db/model.ts'
import { money, primaryKey, reference, time } from '../../kit/column.ts'

export const segmentsTable = defineTable(
  'segments',
  {
    id: primaryKey(),
    project_id: reference(),
    subscription_id: reference(),
    checkout_id: reference(),
    price_id: reference(),
    value: money(),
    starts_at: time(),
    ends_at: time(),
    created_at: time(),
    /** Checkout of the plan change that used the rest of this segment as credit. */
    credited_to: reference().nullable(),
    /** Its end before that plan change. */
    sold_until: time().nullable(),
    /** When a refund removed it before it began. */
    removed_at: time().nullable(),
  },
  {
    unique: {
      segments_checkout: ['checkout_id'],
    },
    index: {
      segments_subscription: ['subscription_id', 'ends_at'],
      segments_created: ['project_id', 'created_at', 'checkout_id'],
      segments_credited: ['credited_to'],
    },
  },
)

/** A period of a subscription that a checkout bought. */
export const BoughtSegment = modelOf(segmentsTable)
export type BoughtSegment = InstanceType<typeof BoughtSegment>
