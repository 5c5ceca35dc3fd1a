import { monthsIn } from '../kit/interval.ts'
import { withZoneForGood } from '../projects/keep-project.ts'
import type { Scope } from '../projects/project.ts'
import { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { addSegment } from './add-segment.ts'
import { announce } from './announce.ts'
import { holdProducts } from './hold.ts'
import { writeLetter } from './letters.ts'
import type { Paid } from './paid.ts'
import { fromNow } from './rules/period.ts'
import { settle } from './settle.ts'

/**
 * Starts a subscription that has been paid for: its first period begins now. The customer's row is
 * held. Answers how to say so, once the checkout's own event stands before it.
 */
export async function openSubscription(
  tx: Tx,
  remembered: Scope,
  paid: Paid,
): Promise<{ subscription: Subscription; say: () => Promise<void> }> {
  const scope = await withZoneForGood(tx, remembered)
  const time = fromNow(monthsIn(paid.interval, paid.periods), tx.now, scope.project.timezone)
  const subscription = await Subscription.create(
    {
      projectId: scope.project.id,
      isTest: scope.isTest,
      customerId: paid.customerId,
      productId: paid.productId,
      priceId: paid.priceId,
      status: 'active',
      currentPeriodStart: time.startsAt,
      currentPeriodEnd: time.endsAt,
      anchorDay: time.anchor.day,
      anchorMonths: time.anchor.months,
      remindedUntil: tx.now,
      testClockId: paid.testClockId,
      createdAt: tx.now,
      updatedAt: tx.now,
    },
    { transaction: tx.transaction },
  )
  await holdProducts(tx, subscription, [paid.productId])
  await addSegment(tx, subscription, paid, time)
  const say = async () => {
    const created = await announce(tx, scope, 'subscription.created', subscription.id)
    await writeLetter(tx, scope, 'subscription_created', created, `subscription-${subscription.id}`)
    await settle(tx, scope, subscription)
  }
  return { subscription, say }
}
