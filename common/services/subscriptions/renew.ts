import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { NOT_CANCELED } from '../../domain/subscriptions/cancellation.ts'
import { renewedTime } from '../../domain/subscriptions/period.ts'
import { move } from '../../domain/subscriptions/states.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { addSegment } from './add-segment.ts'
import type { Paid } from './paid.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Adds paid periods to a locked, entitled subscription, after its current end. Drops a requested
 * cancellation. `recordPurchase` writes the event.
 */
export async function renew(tx: Tx, scope: Scope, subscription: Subscription, paid: Paid): Promise<void> {
  const time = renewedTime(
    subscription,
    monthsIn(paid.interval, paid.periods),
    tx.now,
    scope.project.timezone,
  )
  await addSegment(tx, subscription, paid, time)
  const begun = time.startsAt <= tx.now && paid.priceId === subscription.priceId
  await save(tx, subscription, {
    status: move(subscription.status, 'payment'),
    ...(begun && { currentPeriodStart: time.startsAt }),
    currentPeriodEnd: time.endsAt,
    anchorDay: time.anchor.day,
    anchorMonths: time.anchor.months,
    graceEndsAt: null,
    ...NOT_CANCELED,
    ...(paid.priceId !== subscription.priceId && { isSchedulePaid: true }),
    remindedUntil: tx.now,
    version: subscription.version + 1,
  })
}
