import type { Tx } from '../../../db/transaction.ts'
import { type Intent, type Purpose, type Use, useFor } from '../../domain/subscriptions/use.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { changePlan } from './change-plan.ts'
import { openSubscription } from './create.ts'
import { lockEntitled, lockSlotOwner } from './lock-slot-owner.ts'
import type { Paid } from './paid.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import { renew } from './renew.ts'
import type { Subscription } from './subscriptions-table.ts'
import { writeSubscriptionEmail } from './write-email.ts'

/** Decides with `useFor` what the money of a checkout pays for now. The customer's row is locked. */
export async function useOf(
  tx: Tx,
  scope: Scope,
  intent: Intent,
  { customerId, productId }: Pick<Paid, 'customerId' | 'productId'>,
): Promise<Use<Subscription>> {
  const { subscriptionId } = intent
  const target = subscriptionId === null ? null : await lockEntitled(tx, scope, subscriptionId)
  return useFor(intent, target, await lockSlotOwner(tx, scope, customerId, productId, target))
}

/** Applies a purchase and returns the subscription. A new one always counts its days in this scope's zone. */
export async function applyPurchase(
  tx: Tx,
  scope: Scope,
  use: NonNullable<Use<Subscription>>,
  paid: Paid,
): Promise<Subscription> {
  if (use.kind === 'new') return openSubscription(tx, scope, paid)
  const act = use.kind === 'renew' ? renew : changePlan
  await act(tx, scope, use.subscription, paid)
  return use.subscription
}

const EVENTS = {
  new: 'subscription.created',
  renew: 'subscription.renewed',
  change: 'subscription.updated',
} as const

/**
 * Records the event of an applied purchase and sets the next timer. Call it after the checkout's own event.
 * Emails the customer about a new subscription.
 */
export async function recordPurchase(
  tx: Tx,
  scope: Scope,
  kind: Purpose,
  subscription: Subscription,
): Promise<void> {
  const recorded = await recordSubscriptionEvent(tx, scope, EVENTS[kind], subscription)
  if (kind === 'new') {
    const cause = `subscription-${subscription.id}`
    await writeSubscriptionEmail(tx, scope, 'subscription_created', recorded, cause)
  }
  await applyDueSteps(tx, scope, subscription)
}
