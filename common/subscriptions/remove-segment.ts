import { update } from '../../db/rows.ts'
import { save } from '../../db/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { monthsIn } from '../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import type { BoughtSegment } from './find-segment.ts'
import { takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import { inARow } from './rules/period.ts'
import { move } from './rules/states.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Removes a paid segment that has not begun from a locked, entitled subscription. Later segments move
 * forward, and the period ends earlier. A trial that was paid ahead becomes a trial again.
 */
export async function removeSegment(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  segment: BoughtSegment,
): Promise<void> {
  const { anchorDay, anchorMonths, currentPeriodStart, priceId } = subscription
  const paid = await unfinished(tx, subscription)
  const rest = paid.filter(({ id }) => id !== segment.id)
  const later = rest.filter(({ ends_at: end }) => end > segment.ends_at)
  const behind = paid.filter(({ ends_at: end }) => end >= segment.ends_at)
  const months = anchorMonths - behind.reduce((sum, one) => sum + one.months, 0)
  const lengths = later.map((one) => one.months)
  const times = inARow({ day: anchorDay, months }, segment.starts_at, lengths, scope.project.timezone)
  for (const [index, { startsAt, endsAt }] of times.entries())
    await update(tx.sql, 'segments', later[index]!.id, { starts_at: startsAt, ends_at: endsAt })
  // Gets zero length at the current period's start, so that queries for future time skip it.
  const nowhere = { starts_at: currentPeriodStart, ends_at: currentPeriodStart }
  await update(tx.sql, 'segments', segment.id, { ...nowhere, removed_at: tx.now })
  const last = times.at(-1)
  await save(tx, subscription, {
    ...(rest.length === 0 && { status: move(subscription.status, 'payment_returned') }),
    currentPeriodEnd: last?.endsAt ?? segment.starts_at,
    anchorMonths: last?.anchor.months ?? months,
    isSchedulePaid: rest.some((one) => one.price_id !== priceId),
    remindedUntil: tx.now,
  })
  await takeProductSlots(tx, subscription)
  await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
  await applyDueSteps(tx, scope, subscription)
}

/** Returns a subscription's segments that have not ended, in order, with their length in months. */
async function unfinished(tx: Tx, { id }: Subscription) {
  const rows = await tx.sql.rows<{
    id: number
    ends_at: Date
    price_id: number
    quantity: number
    unit: 'month' | 'year'
    count: number
  }>(
    `SELECT segment.id, segment.ends_at, segment.price_id, item.quantity, price.recurring_interval AS unit,
       price.recurring_interval_count AS count
     FROM segments segment
     JOIN checkout_items item ON item.checkout_id = segment.checkout_id
     JOIN prices price ON price.id = segment.price_id
     WHERE segment.subscription_id = ? AND segment.ends_at > ? ORDER BY segment.ends_at`,
    [id, tx.now],
  )
  return rows.map(({ unit, count, quantity, ...row }) => ({
    ...row,
    months: monthsIn({ unit, count }, quantity),
  }))
}
