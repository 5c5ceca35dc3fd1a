import { monthsIn } from '../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { addSegment } from './add-segment.ts'
import { announce } from './announce.ts'
import { holdProducts } from './hold.ts'
import type { Paid } from './paid.ts'
import { NOT_CANCELED } from './rules/cancellation.ts'
import { fromNow } from './rules/period.ts'
import { move } from './rules/states.ts'
import { settle } from './settle.ts'
import { write } from './write.ts'

/**
 * Moves a locked, entitled subscription to the plan that was paid for: a new period begins now, what
 * was left of the old one has become credit. A requested cancellation and a schedule are forgotten.
 * Answers how to say so, once the checkout's own event stands before it.
 */
export async function changePlan(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  paid: Paid,
): Promise<() => Promise<void>> {
  const time = fromNow(monthsIn(paid.interval, paid.periods), tx.now, scope.project.timezone)
  await endSegments(tx, subscription)
  await addSegment(tx, subscription, paid, time)
  await write(tx, subscription, {
    status: move(subscription.status, 'payment'),
    productId: paid.productId,
    priceId: paid.priceId,
    currentPeriodStart: time.startsAt,
    currentPeriodEnd: time.endsAt,
    anchorDay: time.anchor.day,
    anchorMonths: time.anchor.months,
    graceEndsAt: null,
    ...NOT_CANCELED,
    scheduledPriceId: null,
    remindedUntil: tx.now,
    version: subscription.version + 1,
  })
  await holdProducts(tx, subscription, [paid.productId])
  return async () => {
    await announce(tx, scope, 'subscription.updated', subscription.id)
    await settle(tx, scope, subscription)
  }
}

/** What was left of the time paid for is gone: its worth is in the new segment. */
async function endSegments(tx: Tx, { id }: Subscription): Promise<void> {
  await tx.sql.run(
    'UPDATE segments SET starts_at = LEAST(starts_at, ?), ends_at = ? WHERE subscription_id = ? AND ends_at > ?',
    [tx.now, tx.now, id, tx.now],
  )
}
