import { update } from '../../db/rows.ts'
import { save } from '../../db/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { closeCreditChanges } from './close-checkouts.ts'
import { type BoughtSegment, findSegment } from './find-segment.ts'
import { lockSubscriptionRow } from './lock.ts'
import { removeSegment } from './remove-segment.ts'
import { restoreSegment } from './restore-segment.ts'
import { unusedCredit } from './rules/credit.ts'

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
