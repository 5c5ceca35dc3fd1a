import { save } from '../../db/models/save.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import { writeRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { monthsIn } from '../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { addSegment } from './add-segment.ts'
import type { Paid } from './paid.ts'
import { takeProductSlots } from './product-slots.ts'
import { NOT_CANCELED } from './rules/cancellation.ts'
import { fromNow } from './rules/period.ts'
import { move } from './rules/states.ts'

/**
 * Moves a locked, entitled subscription to the plan that was paid for: a new period begins now, what
 * was left of the old one has become credit. A requested cancellation and a schedule are forgotten.
 * `recordPurchase` tells of it.
 */
export async function changePlan(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  paid: Paid,
): Promise<void> {
  const time = fromNow(monthsIn(paid.interval, paid.periods), tx.now, scope.project.timezone)
  await useCredit(tx, subscription, paid)
  await endSegments(tx, subscription)
  await addSegment(tx, subscription, paid, time)
  await save(tx, subscription, {
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
    isSchedulePaid: false,
    remindedUntil: tx.now,
    version: subscription.version + 1,
  })
  await takeProductSlots(tx, subscription)
}

/** The credit of this state of the subscription is used up by this checkout: the key lets no other have it. */
async function useCredit(tx: Tx, subscription: Subscription, { checkoutId, credit }: Paid): Promise<void> {
  if (credit === 0) return
  await writeRow(tx.sql, 'used_credits', {
    subscription_id: subscription.id,
    subscription_version: subscription.version,
    project_id: subscription.projectId,
    checkout_id: checkoutId,
    amount: credit,
    created_at: tx.now,
  })
}

/** What was left of the time paid for is gone: its worth is in the new segment. */
async function endSegments(tx: Tx, { id }: Subscription): Promise<void> {
  await tx.sql.write(
    'UPDATE segments SET starts_at = LEAST(starts_at, ?), ends_at = ? WHERE subscription_id = ? AND ends_at > ?',
    [tx.now, tx.now, id, tx.now],
  )
}
