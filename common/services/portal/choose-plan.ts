import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Submission } from '../../kit/submission.ts'
import { findWaitingChange } from '../checkouts/waiting-change.ts'
import type { ReturnAddresses } from '../checkouts/way-back.ts'
import { scheduleChangeAndExpire } from '../operations/schedule-change.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { offeredPlan } from './list-plans.ts'
import { openCheckout } from './open-checkout.ts'

/**
 * Changes a subscription to another plan. Returns the payment page, or null if the credit covers the new
 * price: the change is then scheduled for the end of the paid time. While a pending payment for an
 * earlier change awaits the merchant's decision, returns its page: a second change would undo the first.
 * Refuses a plan that is not offered, and any plan for a canceled subscription.
 */
export async function choosePlan(
  tx: Tx,
  scope: Scope,
  id: number,
  priceId: number,
  back: ReturnAddresses,
): Promise<string | null> {
  await lockForPlanLimit(tx, scope) // createCheckout locks it again; lock order: project, then customer
  const { customerId, version, status } = await lockSubscription(tx, scope, id)
  if (status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  const waiting = await findWaitingChange(tx.sql, id)
  if (waiting !== null) return waiting
  const { how } = await offeredPlan(tx, scope, id, priceId)
  if (how === 'pay')
    return openCheckout(tx, scope, { customerId, subscriptionId: id, version, priceId }, back)
  await scheduleChangeAndExpire(tx, scope, id, new Submission({ price_id: priceId }))
  return null
}
