import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { changePlan } from './change-plan.ts'
import { lockEntitled, lockHolder } from './lock-holder.ts'
import { openSubscription } from './open-subscription.ts'
import type { Paid } from './paid.ts'
import { renew } from './renew.ts'
import { useFor } from './rules/use.ts'
import type { Intent, Use } from './rules/use.ts'

/** What the money of a checkout does now, as `useFor` says. The customer's row is held. */
export async function useOf(
  tx: Tx,
  scope: Scope,
  intent: Intent,
  { customerId, productId }: Pick<Paid, 'customerId' | 'productId'>,
): Promise<Use<Subscription>> {
  const { subscriptionId } = intent
  const target = subscriptionId === null ? null : await lockEntitled(tx, scope, subscriptionId)
  return useFor(intent, target, await lockHolder(tx, scope, customerId, productId, target))
}

/** Does it; answers the subscription, and how to say so after the checkout's own event. */
export async function applyPurchase(
  tx: Tx,
  scope: Scope,
  use: NonNullable<Use<Subscription>>,
  paid: Paid,
): Promise<{ subscriptionId: number; say: () => Promise<void> }> {
  if (use.kind === 'new') {
    const { subscription, say } = await openSubscription(tx, scope, paid)
    return { subscriptionId: subscription.id, say }
  }
  const act = use.kind === 'renew' ? renew : changePlan
  return { subscriptionId: use.subscription.id, say: await act(tx, scope, use.subscription, paid) }
}
