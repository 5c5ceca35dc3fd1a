import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { closeCreditChanges } from './close-checkouts.ts'
import { emailCancellation } from './email-cancellation.ts'
import { endSubscription } from './end.ts'
import { lockSubscription } from './lock.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Subscription } from './subscriptions-table.ts'
import { momentOf, writeSubscriptionEmail } from './write-email.ts'

export type CancelMode = 'at_period_end' | 'immediately'

/**
 * Cancels a subscription at the end of its paid time or at once. A second request for the end changes
 * nothing. An overdue subscription ends at once. Throws 409 `subscription_canceled` if it has ended.
 */
export async function cancelSubscription(tx: Tx, scope: Scope, id: number, mode: CancelMode): Promise<void> {
  await cancelLocked(tx, scope, await lockSubscription(tx, scope, id), mode)
}

/**
 * Cancels a subscription as `cancelSubscription` does, but only if it still has the status that the page showed.
 * Returns false if it has another one, so that one that was paid meanwhile does not end at once.
 */
export async function cancelSubscriptionAsShown(
  tx: Tx,
  scope: Scope,
  id: number,
  mode: CancelMode,
  shown: string | undefined,
): Promise<boolean> {
  const subscription = await lockSubscription(tx, scope, id)
  if (subscription.status !== 'canceled' && subscription.status !== shown) return false
  await cancelLocked(tx, scope, subscription, mode)
  return true
}

async function cancelLocked(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  mode: CancelMode,
): Promise<void> {
  if (subscription.status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  if (mode === 'immediately') {
    await endSubscription(tx, scope, subscription, 'cancel', 'immediately')
    await emailCancellation(tx, scope, subscription.id)
  } else if (subscription.status === 'past_due') {
    await endSubscription(tx, scope, subscription, 'cancel', 'requested')
    await emailCancellation(tx, scope, subscription.id)
  } else if (subscription.canceledAt === null) {
    await save(tx, subscription, { canceledAt: tx.now, cancellationReason: 'requested' })
    await closeCreditChanges(tx, subscription)
    const requested = await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
    await writeSubscriptionEmail(tx, scope, 'cancellation_requested', requested, momentOf(subscription.id))
    await emailCancellation(tx, scope, subscription.id)
  }
  await applyDueSteps(tx, scope, subscription)
}
