import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { announce } from './announce.ts'
import { holdProducts } from './hold.ts'
import { writeLetter } from './letters.ts'
import { move } from './rules/states.ts'
import type { CancellationReason, Trigger } from './rules/states.ts'
import { write } from './write.ts'

/** Ends a locked subscription for good: access is revoked at this moment, the period stays as it was. */
export async function endSubscription(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  trigger: Trigger,
  reason: CancellationReason,
): Promise<void> {
  await write(tx, subscription, {
    status: move(subscription.status, trigger),
    endedAt: tx.now,
    canceledAt: subscription.canceledAt ?? tx.now,
    cancellationReason: reason,
  })
  await holdProducts(tx, subscription, [])
  const ended = await announce(tx, scope, 'subscription.canceled', subscription.id)
  await writeLetter(tx, scope, 'subscription_canceled', ended, `subscription-${subscription.id}`)
}
