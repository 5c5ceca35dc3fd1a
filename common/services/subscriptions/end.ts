import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { CancellationReason } from '../../domain/subscriptions/object.ts'
import { move, type Trigger } from '../../domain/subscriptions/states.ts'
import type { Scope } from '../projects/project.ts'
import { closeCreditChanges } from './close-checkouts.ts'
import { takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Subscription } from './subscriptions-table.ts'
import { writeSubscriptionEmail } from './write-email.ts'

/** Ends a locked subscription permanently: revokes access now. The period in its row stays unchanged. */
export async function endSubscription(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  trigger: Trigger,
  reason: CancellationReason,
): Promise<void> {
  await save(tx, subscription, {
    status: move(subscription.status, trigger),
    endedAt: tx.now,
    canceledAt: subscription.canceledAt ?? tx.now,
    cancellationReason: reason,
  })
  await takeProductSlots(tx, subscription)
  await closeCreditChanges(tx, subscription)
  const ended = await recordSubscriptionEvent(tx, scope, 'subscription.canceled', subscription)
  await writeSubscriptionEmail(tx, scope, 'subscription_canceled', ended, `subscription-${subscription.id}`)
}
