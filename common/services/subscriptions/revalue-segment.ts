import type { Row } from '../../../db/define-table.ts'
import { update } from '../../../db/rows.ts'
import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { unusedCredit } from '../../domain/subscriptions/credit.ts'
import { consecutiveTimes, renewedTime } from '../../domain/subscriptions/period.ts'
import { move } from '../../domain/subscriptions/states.ts'
import { renewsAt } from '../../domain/subscriptions/use.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Amount } from '../../kit/money.ts'
import { log } from '../../runtime/log.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { closeCreditChanges } from './close-checkouts.ts'
import { lockSubscriptionRow } from './lock.ts'
import { takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { segmentsTable } from './segments-table.ts'
import type { Subscription } from './subscriptions-table.ts'

/** Money of a checkout that has not been refunded. */
interface PaidMoney {
  money: Amount
  /** True if all of it was refunded and no refund is pending. */
  isRefunded: boolean
}

/**
 * Sets the value of a checkout's segment to the remaining money plus the credit used. Can be called again: a
 * refund lowers the value, a failed refund restores it. If the segment became the credit of a plan change,
 * the segment bought by that change is updated too.
 *
 * A fully refunded segment that has not begun is removed, and the period end moves back. If its refund fails
 * later, the time is added at the end if the subscription still runs at its price. Otherwise only the value
 * is restored, and `payment.refund_failed` notifies the merchant.
 *
 * Each change increments the subscription's version, since earlier credits are stale. The customer is
 * locked. Returns whether anything changed.
 */
export async function revalueSegment(
  tx: Tx,
  scope: Scope,
  checkoutId: number,
  { money, isRefunded }: PaidMoney,
): Promise<boolean> {
  const seen = await findSegment(tx, checkoutId)
  if (!seen) return false
  const subscription = await lockSubscriptionRow(tx, scope, seen.subscription_id)
  await applyDueSteps(tx, scope, subscription)
  const segment = (await findSegment(tx, checkoutId)) ?? seen
  const value = money + (await creditOf(tx, checkoutId))
  const isAhead = segment.removed_at === null && segment.starts_at > tx.now
  const isRemoved = isAhead && isRefunded && value === 0 && subscription.status !== 'canceled'
  const isRestored = segment.removed_at !== null && value > 0
  if (value === segment.value && !isRemoved) return false
  await writeValue(tx, segment, value)
  await save(tx, subscription, { version: subscription.version + 1 }, { touch: false })
  await closeCreditChanges(tx, subscription)
  if (isRemoved) await removeSegment(tx, scope, subscription, segment)
  if (isRestored) await restoreSegment(tx, scope, subscription, segment)
  return true
}

/** Updates the value of a segment and of every segment whose credit came from it. */
async function writeValue(tx: Tx, segment: BoughtSegment, value: Amount): Promise<void> {
  const { id, credited_to: changeId } = segment
  const before = changeId === null ? 0 : await creditOf(tx, changeId)
  await update(tx.sql, 'segments', id, { value })
  if (changeId === null) return
  const lost = before - (await creditOf(tx, changeId))
  const next = await findSegment(tx, changeId)
  if (next && lost !== 0) await writeValue(tx, next, Math.max(0, next.value - lost))
}

/**
 * Returns the credit that a checkout used, recomputed from the current values of its source segments, at most
 * the amount used. Releases before 0.2.0 did not record the sources; their credit stays unchanged.
 */
async function creditOf(tx: Tx, checkoutId: number): Promise<Amount> {
  const change = await tx.sql.row<{ credit_amount: Amount; created_at: Date }>(
    'SELECT credit_amount, created_at FROM checkouts WHERE id = ?',
    [checkoutId],
  )
  const { credit_amount: used = 0, created_at: creditedAt } = change ?? {}
  if (used === 0 || !creditedAt) return 0
  const sources = await tx.sql.rows<{ starts_at: Date; sold_until: Date; price_id: number; value: Amount }>(
    'SELECT starts_at, sold_until, price_id, value FROM segments WHERE credited_to = ?',
    [checkoutId],
  )
  if (sources.length === 0) return used
  const segments = sources.map((source) => ({
    startsAt: source.starts_at,
    endsAt: source.sold_until,
    priceId: source.price_id,
    value: source.value,
  }))
  return Math.min(used, unusedCredit(segments, creditedAt))
}

/** Row of the segment that a checkout bought. */
export type BoughtSegment = Row<typeof segmentsTable>

/** Finds the segment that a checkout bought. */
export async function findSegment(tx: Tx, checkoutId: number): Promise<BoughtSegment | undefined> {
  return tx.sql.row<BoughtSegment>('SELECT * FROM segments WHERE checkout_id = ?', [checkoutId])
}

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
  const times = consecutiveTimes(
    { day: anchorDay, months },
    segment.starts_at,
    lengths,
    scope.project.timezone,
  )
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
  if (status === 'canceled' || !renewsAt(subscription, segment.price_id)) {
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
