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
import { momentOf, writeSubscriptionEmail } from './write-email.ts'

export type CancelMode = 'at_period_end' | 'immediately'

/**
 * Cancels a subscription at the end of its paid time or at once. A second request for the end changes
 * nothing. An overdue subscription ends at once. Throws 409 `subscription_canceled` if it has ended.
 */
export async function cancelSubscription(tx: Tx, scope: Scope, id: number, mode: CancelMode): Promise<void> {
  const subscription = await lockSubscription(tx, scope, id)
  if (subscription.status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  if (mode === 'immediately') {
    await endSubscription(tx, scope, subscription, 'cancel', 'immediately')
    await emailCancellation(tx, scope, id)
  } else if (subscription.status === 'past_due') {
    await endSubscription(tx, scope, subscription, 'cancel', 'requested')
    await emailCancellation(tx, scope, id)
  } else if (subscription.canceledAt === null) {
    await save(tx, subscription, { canceledAt: tx.now, cancellationReason: 'requested' })
    await closeCreditChanges(tx, subscription)
    const requested = await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
    await writeSubscriptionEmail(tx, scope, 'cancellation_requested', requested, momentOf(id))
    await emailCancellation(tx, scope, id)
  }
  await applyDueSteps(tx, scope, subscription)
}
