import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscription } from '../subscriptions/find.ts'
import { listPlans, type PlanChoice } from './list-plans.ts'

/** Returns the chosen plan for a locked subscription. Throws `price_not_found` if it is not offered. */
export async function offeredPlan(tx: Tx, scope: Scope, id: number, priceId: number): Promise<PlanChoice> {
  const plans = await listPlans(tx.sql, scope, await getSubscription(tx.sql, scope, id), tx.now)
  const plan = plans.find(({ price }) => price.id === priceId)
  if (!plan) throw new Refusal({ code: 'price_not_found', path: 'price_id', params: { id: priceId } })
  return plan
}
