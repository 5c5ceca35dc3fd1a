import { update } from '../../db/rows.ts'
import { save } from '../../db/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { monthsIn } from '../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { log } from '../runtime/log.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import type { BoughtSegment } from './find-segment.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import { renewedTime } from './rules/period.ts'
import { move } from './rules/states.ts'
import { isAt } from './rules/use.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Adds removed time to the end of a locked subscription after the refund that removed it has failed. Does so
 * only if the subscription still runs at that price. Otherwise the merchant, who is notified, decides.
 */
export async function restoreSegment(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  segment: BoughtSegment,
): Promise<void> {
  const { id, status, priceId } = subscription
  if (status === 'canceled' || !isAt(subscription, segment.price_id)) {
    log().warn(
      { subscription_id: id, project_id: subscription.projectId, checkout_id: segment.checkout_id },
      'a refund failed, and the time it removed cannot be added again: agree on a solution with the customer',
    )
    return
  }
  const months = await monthsOf(tx, segment)
  const time = renewedTime(subscription, months, tx.now, scope.project.timezone)
  await update(tx.sql, 'segments', segment.id, {
    ...{ starts_at: time.startsAt, ends_at: time.endsAt },
    removed_at: null,
  })
  const isAtPrice = segment.price_id === priceId
  await save(tx, subscription, {
    status: move(status, 'payment'),
    ...(isAtPrice && time.startsAt <= tx.now && { currentPeriodStart: time.startsAt }),
    currentPeriodEnd: time.endsAt,
    anchorDay: time.anchor.day,
    anchorMonths: time.anchor.months,
    graceEndsAt: null,
    ...(!isAtPrice && { isSchedulePaid: true }),
    remindedUntil: tx.now,
  })
  await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
  await applyDueSteps(tx, scope, subscription)
}

async function monthsOf(
  tx: Tx,
  { checkout_id: checkoutId, price_id: priceId }: BoughtSegment,
): Promise<number> {
  const row = await tx.sql.row<{ quantity: number; unit: 'month' | 'year'; count: number }>(
    `SELECT item.quantity, price.recurring_interval AS unit, price.recurring_interval_count AS count
     FROM checkout_items item JOIN prices price ON price.id = ? WHERE item.checkout_id = ?`,
    [priceId, checkoutId],
  )
  if (!row) throw new Error(`checkout ${checkoutId} has no item`)
  return monthsIn({ unit: row.unit, count: row.count }, row.quantity)
}
