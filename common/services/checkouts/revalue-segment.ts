import { Op } from 'sequelize'
import { save } from '../../../db/save.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { unusedCredit } from '../../domain/subscriptions/credit.ts'
import { consecutiveTimes, renewedTime } from '../../domain/subscriptions/period.ts'
import { move } from '../../domain/subscriptions/states.ts'
import { renewsAt } from '../../domain/subscriptions/use.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Amount } from '../../kit/money.ts'
import { log } from '../../runtime/log.ts'
import { Price } from '../prices/prices-table.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from '../subscriptions/apply-due-steps.ts'
import { closeCreditChanges } from '../subscriptions/close-checkouts.ts'
import { lockSubscriptionRow } from '../subscriptions/lock.ts'
import { takeProductSlots } from '../subscriptions/product-slots.ts'
import { recordSubscriptionEvent } from '../subscriptions/record-event.ts'
import { BoughtSegment } from '../subscriptions/segments-table.ts'
import type { Subscription } from '../subscriptions/subscriptions-table.ts'
import { CheckoutItem } from './checkout-items-table.ts'
import { Checkout } from './checkouts-table.ts'

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
  tx: ModelTx,
  scope: Scope,
  checkoutId: number,
  { money, isRefunded }: PaidMoney,
): Promise<boolean> {
  const projectId = scope.project.id
  const seen = await findSegment(tx, projectId, checkoutId)
  if (!seen) return false
  const subscription = await lockSubscriptionRow(tx, scope, seen.subscriptionId)
  await applyDueSteps(tx, scope, subscription)
  const segment = (await findSegment(tx, projectId, checkoutId)) ?? seen
  const value = money + (await creditOf(tx, projectId, checkoutId))
  const isAhead = segment.removedAt === null && segment.startsAt > tx.now
  const isRemoved = isAhead && isRefunded && value === 0 && subscription.status !== 'canceled'
  const isRestored = segment.removedAt !== null && value > 0
  if (value === segment.value && !isRemoved) return false
  await writeValue(tx, segment, value)
  await save(tx, subscription, { version: subscription.version + 1 }, { touch: false })
  await closeCreditChanges(tx, subscription)
  if (isRemoved) await removeSegment(tx, scope, subscription, segment)
  if (isRestored) await restoreSegment(tx, scope, subscription, segment)
  return true
}

/** Updates the value of a segment and of every segment whose credit came from it. */
async function writeValue(tx: ModelTx, segment: BoughtSegment, value: Amount): Promise<void> {
  const { creditedTo: changeId, projectId } = segment
  const before = changeId === null ? 0 : await creditOf(tx, projectId, changeId)
  await segment.update({ value }, { transaction: tx.transaction })
  if (changeId === null) return
  const lost = before - (await creditOf(tx, projectId, changeId))
  const next = await findSegment(tx, projectId, changeId)
  if (next && lost !== 0) await writeValue(tx, next, Math.max(0, next.value - lost))
}

/**
 * Returns the credit that a checkout used, recomputed from the current values of its source segments, at most
 * the amount used. Releases before 0.2.0 did not record the sources; their credit stays unchanged.
 */
async function creditOf({ transaction }: ModelTx, projectId: number, checkoutId: number): Promise<Amount> {
  const change = await Checkout.findOne({
    attributes: ['creditAmount', 'createdAt'],
    where: { projectId, id: checkoutId },
    transaction,
  })
  if (!change || change.creditAmount === 0) return 0
  const { creditAmount: used, createdAt } = change
  const sources = await BoughtSegment.findAll({ where: { projectId, creditedTo: checkoutId }, transaction })
  if (sources.length === 0) return used
  const segments = sources.map(({ startsAt, soldUntil, priceId, value }) => ({
    ...{ startsAt, endsAt: soldUntil!, priceId, value },
  }))
  return Math.min(used, unusedCredit(segments, createdAt))
}

/** Finds the segment that a checkout bought. */
export function findSegment(
  { transaction }: ModelTx,
  projectId: number,
  checkoutId: number,
): Promise<BoughtSegment | null> {
  return BoughtSegment.findOne({ where: { projectId, checkoutId }, transaction })
}

/**
 * Removes a paid segment that has not begun from a locked, entitled subscription. Later segments move
 * forward, and the period ends earlier. A trial that was paid ahead becomes a trial again.
 */
export async function removeSegment(
  tx: ModelTx,
  scope: Scope,
  subscription: Subscription,
  segment: BoughtSegment,
): Promise<void> {
  const { anchorDay, anchorMonths, currentPeriodStart, priceId, projectId } = subscription
  const { startsAt: start, endsAt: end } = segment // the removal changes them
  const { transaction } = tx
  const paid = await unfinished(tx, subscription)
  const rest = paid.filter(({ id }) => id !== segment.id)
  const later = rest.filter((one) => one.endsAt > end)
  const behind = paid.filter((one) => one.endsAt >= end)
  const months = anchorMonths - behind.reduce((sum, one) => sum + one.months, 0)
  const lengths = later.map((one) => one.months)
  const times = consecutiveTimes({ day: anchorDay, months }, start, lengths, scope.project.timezone)
  for (const [index, { startsAt, endsAt }] of times.entries()) {
    const where = { projectId, id: later[index]!.id }
    await BoughtSegment.update({ startsAt, endsAt }, { where, transaction })
  }
  // Gets zero length at the current period's start, so that queries for future time skip it.
  const nowhere = { startsAt: currentPeriodStart, endsAt: currentPeriodStart }
  await segment.update({ ...nowhere, removedAt: tx.now }, { transaction })
  const last = times.at(-1)
  await save(tx, subscription, {
    ...(rest.length === 0 && { status: move(subscription.status, 'payment_returned') }),
    currentPeriodEnd: last?.endsAt ?? start,
    anchorMonths: last?.anchor.months ?? months,
    isSchedulePaid: rest.some((one) => one.priceId !== priceId),
    remindedUntil: tx.now,
  })
  await takeProductSlots(tx, subscription)
  await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
  await applyDueSteps(tx, scope, subscription)
}

/** Returns a subscription's segments that have not ended, in order, with their length in months. */
async function unfinished(tx: ModelTx, { id: subscriptionId, projectId }: Subscription) {
  const { now, transaction } = tx
  const where = { projectId, subscriptionId, endsAt: { [Op.gt]: now } }
  return withMonths(tx, projectId, await BoughtSegment.findAll({ where, order: ['endsAt'], transaction }))
}

/**
 * Adds removed time to the end of a locked subscription after the refund that removed it has failed. Does so
 * only if the subscription still runs at that price. Otherwise the merchant, who is notified, decides.
 */
export async function restoreSegment(
  tx: ModelTx,
  scope: Scope,
  subscription: Subscription,
  segment: BoughtSegment,
): Promise<void> {
  const { id, status, priceId } = subscription
  if (status === 'canceled' || !renewsAt(subscription, segment.priceId)) {
    log().warn(
      { subscription_id: id, project_id: subscription.projectId, checkout_id: segment.checkoutId },
      'a refund failed, and the time it removed cannot be added again: agree on a solution with the customer',
    )
    return
  }
  const { months } = (await withMonths(tx, segment.projectId, [segment]))[0]!
  const time = renewedTime(subscription, months, tx.now, scope.project.timezone)
  const { startsAt, endsAt } = time
  await segment.update({ startsAt, endsAt, removedAt: null }, { transaction: tx.transaction })
  const isAtPrice = segment.priceId === priceId
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

/**
 * Returns segments with their length in months. Throws if the item or the recurring price of one is missing. Raw SQL with a
 * join skipped such a segment, and later ones moved by a wrong length.
 */
async function withMonths({ transaction }: ModelTx, projectId: number, segments: readonly BoughtSegment[]) {
  const checkoutId = segments.map((segment) => segment.checkoutId)
  const items = await CheckoutItem.findAll({ where: { projectId, checkoutId }, transaction })
  const id = segments.map(({ priceId }) => priceId)
  const prices = await Price.findAll({ where: { projectId, id }, transaction })
  return segments.map(({ id, checkoutId, priceId, endsAt }) => {
    const item = items.find((one) => one.checkoutId === checkoutId)
    const { recurringInterval: unit, recurringIntervalCount: count } =
      prices.find((one) => one.id === priceId) ?? {}
    if (!item || !unit || !count)
      throw new Error(
        `segment ${id} has no ${item ? `recurring price ${priceId}` : `item in checkout ${checkoutId}`}: restore that row, then retry`,
      )
    return { id, priceId, endsAt, months: monthsIn({ unit, count }, item.quantity) }
  })
}
