import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { changePlan } from './change-plan.ts'
import { holderOf } from './hold.ts'
import { heldRow } from './lock-subscription.ts'
import { openSubscription } from './open-subscription.ts'
import type { Paid } from './paid.ts'
import { renew } from './renew.ts'
import { settle } from './step-subscription.ts'

/** What a checkout was made for. */
export interface Intent {
  purpose: 'new' | 'renew' | 'change'
  subscriptionId: number | null
  version: number | null
}

/** What the money of a checkout does now; null where nothing can be done with it. */
export type Use =
  | { kind: 'new' }
  | { kind: 'renew'; subscription: Subscription }
  | { kind: 'change'; subscription: Subscription }
  | null

/**
 * Looks again, at the moment of payment, what the money can do: what the checkout was made for, or, as
 * a promise kept, a new subscription where the old one has ended, or a renewal where the product is
 * held at the same price. The customer's row is held.
 */
export async function useOf(
  tx: Tx,
  scope: Scope,
  { purpose, subscriptionId, version }: Intent,
  bought: Pick<Paid, 'customerId' | 'productId' | 'priceId'>,
): Promise<Use> {
  if (subscriptionId !== null) {
    const subscription = await current(tx, scope, subscriptionId)
    if (subscription) {
      if (purpose === 'change' && subscription.version === version) {
        const held = await holderOf(tx.sql, scope, bought.customerId, bought.productId)
        return held === null || held === subscriptionId ? { kind: 'change', subscription } : null
      }
      return isAt(subscription, bought.priceId) ? { kind: 'renew', subscription } : null
    }
  }
  const holder = await holderOf(tx.sql, scope, bought.customerId, bought.productId)
  const subscription = holder === null ? null : await current(tx, scope, holder)
  if (!subscription) return { kind: 'new' }
  return isAt(subscription, bought.priceId) ? { kind: 'renew', subscription } : null
}

function isAt({ priceId, scheduledPriceId }: Subscription, id: number): boolean {
  return id === priceId || id === scheduledPriceId
}

/** The subscription with what was due for it done, or null where it has ended. */
async function current(tx: Tx, scope: Scope, id: number): Promise<Subscription | null> {
  const subscription = await heldRow(tx, id)
  await settle(tx, scope, subscription)
  return subscription.status === 'canceled' ? null : subscription
}

/** Does it; answers the subscription, and how to say so after the checkout's own event. */
export async function applyPurchase(
  tx: Tx,
  scope: Scope,
  use: NonNullable<Use>,
  paid: Paid,
): Promise<{ subscriptionId: number; say: () => Promise<void> }> {
  if (use.kind === 'new') {
    const { subscription, say } = await openSubscription(tx, scope, paid)
    return { subscriptionId: subscription.id, say }
  }
  const act = use.kind === 'renew' ? renew : changePlan
  return { subscriptionId: use.subscription.id, say: await act(tx, scope, use.subscription, paid) }
}
