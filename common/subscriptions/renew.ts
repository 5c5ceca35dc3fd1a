import { monthsIn } from '../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { addSegment } from './add-segment.ts'
import { announce } from './announce.ts'
import type { Paid } from './paid.ts'
import { NOT_CANCELED } from './rules/cancellation.ts'
import { renewedTime } from './rules/period.ts'
import { move } from './rules/states.ts'
import { settle } from './settle.ts'
import { write } from './write.ts'

/**
 * Adds paid periods to a locked, entitled subscription, on top of its current end; a requested
 * cancellation is forgotten. Answers how to say so, once the checkout's own event stands before it.
 */
export async function renew(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  paid: Paid,
): Promise<() => Promise<void>> {
  const time = renewedTime(
    subscription,
    monthsIn(paid.interval, paid.periods),
    tx.now,
    scope.project.timezone,
  )
  await addSegment(tx, subscription, paid, time)
  const begun = time.startsAt <= tx.now && paid.priceId === subscription.priceId
  await write(tx, subscription, {
    status: move(subscription.status, 'payment'),
    ...(begun && { currentPeriodStart: time.startsAt }),
    currentPeriodEnd: time.endsAt,
    anchorDay: time.anchor.day,
    anchorMonths: time.anchor.months,
    graceEndsAt: null,
    ...NOT_CANCELED,
    remindedUntil: tx.now,
    version: subscription.version + 1,
  })
  return async () => {
    await announce(tx, scope, 'subscription.renewed', subscription.id)
    await settle(tx, scope, subscription)
  }
}
