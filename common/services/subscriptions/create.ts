import { insert } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import { fromNow } from '../../domain/subscriptions/period.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { addSegment } from './add-segment.ts'
import type { Paid } from './paid.ts'
import { takeProductSlots } from './product-slots.ts'
import { Subscription } from './subscriptions-table.ts'

/**
 * Creates a paid subscription: its first period begins now. The customer's row is locked, and the project's
 * zone is fixed. `recordPurchase` writes the event.
 */
export async function openSubscription(tx: Tx, scope: Scope, paid: Paid): Promise<Subscription> {
  const time = fromNow(monthsIn(paid.interval, paid.periods), tx.now, scope.project.timezone)
  const subscription = await insert(tx.sql, Subscription, {
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
  })
  await addSegment(tx, subscription, paid, time)
  await takeProductSlots(tx, subscription)
  return subscription
}
