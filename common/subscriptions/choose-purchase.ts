import { lockRow } from '../../db/models/save.ts'
import { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { monthsIn } from '../kit/interval.ts'
import { type Amount, times } from '../kit/money.ts'
import type { Problems } from '../kit/refusal.ts'
import { findSellablePrices, type RecurringPrice } from '../prices/find-sellable.ts'
import type { Scope } from '../projects/project.ts'
import { withPrice } from '../text/plan-name.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockSlotOwner } from './lock-slot-owner.ts'
import { segmentsAfter } from './outlook.ts'
import { type CreditDays, daysOf, unusedCredit } from './rules/credit.ts'
import { fromNow, isTooFar, type PaidTime, renewedTime } from './rules/period.ts'
import { namesRenewal, type Purpose } from './rules/use.ts'

/** What a checkout with a recurring price will do when it is paid. */
export interface Purchase {
  purpose: Purpose
  subscriptionId: number | null
  /** The subscription's version at this moment: a credit is only good for that one. */
  version: number | null
  /** The price that is charged: a scheduled one takes the place of the present one. */
  price: RecurringPrice
  /** What the unused time is worth, for a plan change. */
  credit: Amount
  /** The days that credit is for; null where there is none. */
  creditDays: CreditDays | null
}

/** The time that a purchase would pay for, as things stand. */
function timeOf(
  existing: Subscription | null,
  { purpose, price }: Purchase,
  periods: number,
  now: Date,
  { project }: Scope,
): PaidTime {
  const months = monthsIn(price.interval, periods)
  return existing && purpose === 'renew'
    ? renewedTime(existing, months, now, project.timezone)
    : fromNow(months, now, project.timezone)
}

interface Asked {
  customerId: number
  price: RecurringPrice
  quantity: number
  subscriptionId: number | undefined
  /** Where in the request the price is named. */
  path: string
  /** The most periods that the customer may choose, and where in the request that is said. */
  longest: { periods: number; path: string }
}

/**
 * Decides what a checkout for a recurring price is: a new subscription, a renewal, or a plan change.
 * What cannot be is told to `problems`. The customer is locked.
 */
export async function choosePurchase(
  tx: Tx,
  scope: Scope,
  asked: Asked,
  problems: Problems,
): Promise<Purchase | null> {
  const { customerId, price } = asked
  const existing =
    asked.subscriptionId === undefined
      ? await lockSlotOwner(tx, scope, customerId, price.productId)
      : await named(tx, scope, asked.subscriptionId, customerId, problems)
  if (problems.has('subscription_id')) return null
  const purchase = await purchaseFor(tx, scope, existing, asked, problems)
  if (purchase && isTooFar(timeOf(existing, purchase, asked.longest.periods, tx.now, scope), tx.now))
    problems.add('period_too_long', asked.longest.path)
  return purchase
}

async function purchaseFor(
  tx: Tx,
  scope: Scope,
  existing: Subscription | null,
  asked: Asked,
  problems: Problems,
): Promise<Purchase | null> {
  const { price } = asked
  if (!existing) {
    if (!price.active) problems.add('price_inactive', asked.path, { id: price.id })
    return { purpose: 'new', subscriptionId: null, version: null, price, credit: 0, creditDays: null }
  }
  if (namesRenewal(existing, price.id)) return renewal(tx, scope, existing, price)
  if (!price.active) problems.add('price_inactive', asked.path, { id: price.id })
  if (asked.subscriptionId === undefined) {
    problems.add('subscription_id_required', 'subscription_id', { id: existing.id })
    return null
  }
  return planChange(tx, scope, existing, asked, problems)
}

async function named(
  tx: Tx,
  scope: Scope,
  id: number,
  customerId: number,
  problems: Problems,
): Promise<Subscription | null> {
  const own = { projectId: scope.project.id, isTest: scope.isTest, customerId }
  const subscription = await lockRow(tx, Subscription, { id, ...own })
  if (!subscription) {
    problems.add('subscription_not_found', 'subscription_id', { id })
    return null
  }
  await applyDueSteps(tx, scope, subscription)
  if (subscription.status === 'canceled') problems.add('subscription_canceled', 'subscription_id')
  return subscription
}

/** A renewal is charged at the scheduled price where there is one: either price names it. */
async function renewal(
  tx: Tx,
  scope: Scope,
  existing: Subscription,
  price: RecurringPrice,
): Promise<Purchase> {
  const { id: subscriptionId, version, scheduledPriceId } = existing
  const charged = scheduledPriceId === null ? price : await recurring(tx, scope, scheduledPriceId)
  return { purpose: 'renew', subscriptionId, version, price: charged, credit: 0, creditDays: null }
}

async function recurring(tx: Tx, scope: Scope, id: number): Promise<RecurringPrice> {
  const price = (await findSellablePrices(tx.sql, scope, [], [id])).byId.get(id)
  if (!price?.interval) throw new Error(`price ${id} is scheduled but cannot be found`)
  return { ...price, interval: price.interval }
}

async function planChange(
  tx: Tx,
  scope: Scope,
  existing: Subscription,
  { price, quantity, customerId, path }: Asked,
  problems: Problems,
): Promise<Purchase | null> {
  const holder = await lockSlotOwner(tx, scope, customerId, price.productId, existing)
  if (holder && holder.id !== existing.id) problems.add('already_subscribed', path)
  const segments = existing.status === 'active' ? await segmentsAfter(tx.sql, existing.id, tx.now) : []
  const credit = unusedCredit(segments, tx.now)
  const amount = times(price.unitAmount, quantity) ?? Infinity
  if (credit > 0 && credit >= amount) problems.add('plan_change_at_period_end', path, { credit, amount })
  const days = credit > 0 ? daysOf(segments, tx.now) : null
  const plan = days && (await nameOf(tx, existing.priceId))
  return {
    ...{ purpose: 'change', subscriptionId: existing.id, version: existing.version, price, credit },
    creditDays: days && { ...days, plan: plan ?? '' },
  }
}

async function nameOf(tx: Tx, priceId: number): Promise<string | undefined> {
  const row = await tx.sql.row<{ product: string; price: string | null }>(
    `SELECT product.name AS product, price.name AS price
     FROM prices price JOIN products product ON product.id = price.product_id WHERE price.id = ?`,
    [priceId],
  )
  return row && withPrice(row.product, row.price)
}
