import type { ChangeKind } from '../events/types.ts'
import type { SubscriptionObject } from './object.ts'

/**
 * Returns the kind of change that `subscription.updated` reports. Paying for the scheduled price is a renewal,
 * so a later change to that price is the start of the scheduled plan.
 */
export function changeKind(
  {
    price_id: priceId,
    canceled_at: canceledAt,
    scheduled_price_id: scheduled,
    current_period_end: end,
  }: Pick<SubscriptionObject, 'price_id' | 'canceled_at' | 'scheduled_price_id' | 'current_period_end'>,
  previous: Partial<SubscriptionObject>,
): ChangeKind {
  if (previous.price_id !== undefined)
    return previous.scheduled_price_id === priceId ? 'scheduled_plan_began' : 'plan_changed'
  if (previous.current_period_end !== undefined)
    return end < previous.current_period_end ? 'period_shortened' : 'period_extended'
  if (previous.scheduled_price_id !== undefined)
    return scheduled === null ? 'change_withdrawn' : 'change_scheduled'
  if (previous.canceled_at === undefined && previous.cancellation_details !== undefined)
    return 'cancellation_explained'
  return canceledAt === null ? 'cancellation_taken_back' : 'cancellation_requested'
}
