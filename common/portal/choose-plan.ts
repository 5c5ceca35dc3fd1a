import { Draft } from '../kit/draft.ts'
import { Refusal } from '../kit/refusal.ts'
import { reserveChange } from '../payments/reserve-change.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { lockSubscription } from '../subscriptions/lock-subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { offeredPlan } from './offered-plan.ts'
import { openCheckout } from './open-checkout.ts'
import type { WayBack } from './way-back.ts'

/**
 * The customer chooses another plan. Answers the page on which it is paid for, or null where the credit
 * covers it: the change is then scheduled for the end of what is paid for. Refuses a plan that is not
 * offered, and one for a subscription that is over.
 */
export async function choosePlan(
  tx: Tx,
  scope: Scope,
  id: number,
  priceId: number,
  back: WayBack,
): Promise<string | null> {
  await lockForPlanLimit(tx, scope) // creating a checkout asks again; the project comes before the customer
  const { customerId, version, status } = await lockSubscription(tx, scope, id)
  if (status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  const { how } = await offeredPlan(tx, scope, id, priceId)
  if (how === 'pay')
    return openCheckout(tx, scope, { customerId, subscriptionId: id, version, priceId }, back)
  await reserveChange(tx, scope, id, new Draft({ price_id: priceId }))
  return null
}
