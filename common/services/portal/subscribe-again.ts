import type { Tx } from '../../../db/transaction.ts'
import type { ReturnAddresses } from '../checkouts/way-back.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { offeredPlan } from './list-plans.ts'
import { openCheckout } from './open-checkout.ts'

/**
 * Opens a checkout to replace a canceled subscription, with a plan of the customer's choice. Returns its
 * page, or null if the subscription is not canceled.
 */
export async function subscribeAgain(
  tx: Tx,
  scope: Scope,
  id: number,
  priceId: number,
  back: ReturnAddresses,
): Promise<string | null> {
  await lockForPlanLimit(tx, scope) // createCheckout locks it again; lock order: project, then customer
  const { customerId, status } = await lockSubscription(tx, scope, id)
  if (status !== 'canceled') return null
  await offeredPlan(tx, scope, id, priceId)
  return openCheckout(tx, scope, { customerId, subscriptionId: null, version: null, priceId }, back)
}
