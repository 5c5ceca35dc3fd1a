import type { ChangeKind } from '../../events/rules/types.ts'
import type { SubscriptionObject } from '../object.ts'

/**
 * Which of the changes that `subscription.updated` tells of it was. To pay the scheduled price is a renewal, so
 * a price that moves to it begins as scheduled.
 */
export function changeKind(
  { price_id: priceId, canceled_at: canceledAt }: Pick<SubscriptionObject, 'price_id' | 'canceled_at'>,
  previous: Partial<SubscriptionObject>,
): ChangeKind {
  if (previous.price_id !== undefined)
    return previous.scheduled_price_id === priceId ? 'scheduled_plan_began' : 'plan_changed'
  if (previous.canceled_at === undefined && previous.cancellation_details !== undefined)
    return 'cancellation_explained'
  return canceledAt === null ? 'cancellation_taken_back' : 'cancellation_requested'
}
