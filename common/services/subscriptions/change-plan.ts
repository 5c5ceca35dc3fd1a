import { writeRows } from '../../../db/rows.ts'
import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { NOT_CANCELED } from '../../domain/subscriptions/cancellation.ts'
import { fromNow } from '../../domain/subscriptions/period.ts'
import { move } from '../../domain/subscriptions/states.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { addSegment } from './add-segment.ts'
import type { Paid } from './paid.ts'
import { takeProductSlots } from './product-slots.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Moves a locked, entitled subscription to a paid plan: a new period starts now, and the rest of the old one
 * has become credit. Drops a requested cancellation and a schedule. `recordPurchase` writes the event.
 */
export async function changePlan(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  paid: Paid,
): Promise<void> {
  const time = fromNow(monthsIn(paid.interval, paid.periods), tx.now, scope.project.timezone)
  await useCredit(tx, subscription, paid)
  await endSegments(tx, subscription, paid)
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

/** Uses up the credit of this subscription version. The primary key prevents a second use. */
async function useCredit(tx: Tx, subscription: Subscription, { checkoutId, credit }: Paid): Promise<void> {
  if (credit === 0) return
  await writeRows(tx.sql, 'used_credits', [
    {
      subscription_id: subscription.id,
      subscription_version: subscription.version,
      project_id: subscription.projectId,
      checkout_id: checkoutId,
      amount: credit,
      created_at: tx.now,
    },
  ])
}

/**
 * Ends the remaining segments: their value is now in the new segment. Records which segments the credit came
 * from, so that refunding one also lowers the new segment. One may have ended since the credit was computed.
 */
async function endSegments(
  tx: Tx,
  { id }: Subscription,
  { checkoutId, credit, creditedAt }: Paid,
): Promise<void> {
  if (credit > 0)
    await tx.sql.write(
      'UPDATE segments SET credited_to = ?, sold_until = ends_at WHERE subscription_id = ? AND ends_at > ?',
      [checkoutId, id, creditedAt],
    )
  await tx.sql.write(
    'UPDATE segments SET starts_at = LEAST(starts_at, ?), ends_at = ? WHERE subscription_id = ? AND ends_at > ?',
    [tx.now, tx.now, id, tx.now],
  )
}
