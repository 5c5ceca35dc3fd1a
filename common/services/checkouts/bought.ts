import type { Tx } from '../../../db/transaction.ts'
import { fromNow, isTooFar, type PaidTime, renewedTime } from '../../domain/subscriptions/period.ts'
import { type Intent, isAsIntended, type Use } from '../../domain/subscriptions/use.ts'
import { monthsIn } from '../../kit/interval.ts'
import type { Scope } from '../projects/project.ts'
import { useOf } from '../subscriptions/apply-purchase.ts'
import type { Paid } from '../subscriptions/paid.ts'
import type { Subscription } from '../subscriptions/subscriptions-table.ts'
import type { Checkout } from './checkouts-table.ts'

/** How the money of a subscription checkout will be used, and the time that it pays for. */
export interface Bought {
  use: NonNullable<Use<Subscription>>
  paid: Paid
}

interface ItemRow {
  price_id: number
  product_id: number
  quantity: number
  unit: 'month' | 'year'
  count: number
}

/**
 * Computes how a locked subscription checkout would be used if it were paid now. Returns null if it can no longer be
 * used. `money` is the amount paid, if it differs from the checkout's total.
 */
export async function boughtBy(
  tx: Tx,
  scope: Scope,
  checkout: Checkout,
  money = checkout.amountTotal,
): Promise<Bought | null> {
  const { use, paid } = await planUse(tx, scope, checkout)
  return use && { use, paid: { ...paid, value: money + paid.credit } }
}

/** Returns whether a locked subscription checkout can still do what it was created for. */
export async function isStillPossible(tx: Tx, scope: Scope, checkout: Checkout): Promise<boolean> {
  const { intent, use } = await planUse(tx, scope, checkout)
  return isAsIntended(intent, use)
}

interface PlannedUse {
  intent: Intent
  use: Use<Subscription>
  paid: Paid
}

async function planUse(tx: Tx, scope: Scope, checkout: Checkout): Promise<PlannedUse> {
  const { id: checkoutId, customerId, purpose, subscriptionId, subscriptionVersion: version } = checkout
  const credit = checkout.creditAmount
  const item = await tx.sql.row<ItemRow>(
    `SELECT item.price_id, item.product_id, item.quantity, price.recurring_interval AS unit,
       price.recurring_interval_count AS count
     FROM checkout_items item JOIN prices price ON price.id = item.price_id WHERE item.checkout_id = ?`,
    [checkoutId],
  )
  if (!item || customerId === null || purpose === null)
    throw new Error(`checkout ${checkoutId} lacks its item, customer or purpose`)
  const hasDiscounts = (checkout.discounts ?? []).length > 0
  const intent = {
    purpose,
    subscriptionId,
    version,
    priceId: item.price_id,
    hasCredit: credit > 0,
    hasDiscounts,
  }
  const interval = { unit: item.unit, count: item.count }
  const found = await useOf(tx, scope, intent, { customerId, productId: item.product_id })
  const use =
    found && isTooFar(timeOf(found, monthsIn(interval, item.quantity), tx.now, scope), tx.now) ? null : found
  const paid = {
    checkoutId,
    customerId,
    productId: item.product_id,
    priceId: item.price_id,
    interval,
    periods: item.quantity,
    value: checkout.amountTotal + credit,
    credit,
    creditedAt: checkout.createdAt,
    testClockId: checkout.testClockId,
  }
  return { intent, use, paid }
}

/** The time that the money would pay for. */
function timeOf(
  use: NonNullable<Use<Subscription>>,
  months: number,
  now: Date,
  { project }: Scope,
): PaidTime {
  return use.kind === 'renew'
    ? renewedTime(use.subscription, months, now, project.timezone)
    : fromNow(months, now, project.timezone)
}
