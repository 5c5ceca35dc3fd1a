import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { type CreditDays, daysOf, unusedCredit } from '../../domain/subscriptions/credit.ts'
import { fromNow, isTooFar, type PaidTime, renewedTime } from '../../domain/subscriptions/period.ts'
import { isRenewalPrice, type Purpose } from '../../domain/subscriptions/use.ts'
import { monthsIn } from '../../kit/interval.ts'
import { type Amount, times } from '../../kit/money.ts'
import type { Problems } from '../../kit/refusal.ts'
import { findSellablePrices, type RecurringPrice } from '../prices/find-sellable.ts'
import type { Scope } from '../projects/project.ts'
import { withPrice } from '../text/names.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockSlotOwner } from './lock-slot-owner.ts'
import { segmentsAfter } from './outlook.ts'
import { Subscription } from './subscriptions-table.ts'

/** Effect of paying a checkout with a recurring price. */
export interface Purchase {
  purpose: Purpose
  subscriptionId: number | null
  /** The subscription's current version: a credit is only valid for that one. */
  version: number | null
  /** The charged price: the scheduled one if there is one. */
  price: RecurringPrice
  /** Value of the unused time, for a plan change. */
  credit: Amount
  /** The days behind the credit; null without credit. */
  creditDays: CreditDays | null
}

/** Returns the time that a purchase would pay for now. */
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

interface PurchaseRequest {
  customerId: number
  price: RecurringPrice
  quantity: number
  subscriptionId: number | undefined
  /** Path of the price in the request. */
  path: string
  /** The highest number of periods that the customer may choose, and its path in the request. */
  longest: { periods: number; path: string }
}

/**
 * Decides whether a checkout for a recurring price is a new subscription, a renewal or a plan change. Adds
 * problems if none of these is possible. The customer is locked.
 */
export async function choosePurchase(
  tx: Tx,
  scope: Scope,
  request: PurchaseRequest,
  problems: Problems,
): Promise<Purchase | null> {
  const { customerId, price } = request
  const existing =
    request.subscriptionId === undefined
      ? await lockSlotOwner(tx, scope, customerId, price.productId)
      : await findRequested(tx, scope, request.subscriptionId, customerId, problems)
  if (problems.has('subscription_id')) return null
  const purchase = await purchaseFor(tx, scope, existing, request, problems)
  if (purchase && isTooFar(timeOf(existing, purchase, request.longest.periods, tx.now, scope), tx.now))
    problems.add('period_too_long', request.longest.path)
  return purchase
}

async function purchaseFor(
  tx: Tx,
  scope: Scope,
  existing: Subscription | null,
  request: PurchaseRequest,
  problems: Problems,
): Promise<Purchase | null> {
  const { price } = request
  if (!existing) {
    if (!price.active) problems.add('price_inactive', request.path, { id: price.id })
    return { purpose: 'new', subscriptionId: null, version: null, price, credit: 0, creditDays: null }
  }
  if (isRenewalPrice(existing, price.id)) return renewal(tx, scope, existing, price)
  if (!price.active) problems.add('price_inactive', request.path, { id: price.id })
  if (request.subscriptionId === undefined) {
    problems.add('subscription_id_required', 'subscription_id', { id: existing.id })
    return null
  }
  return planChange(tx, scope, existing, request, problems)
}

async function findRequested(
  tx: Tx,
  scope: Scope,
  id: number,
  customerId: number,
  problems: Problems,
): Promise<Subscription | null> {
  const own = { projectId: scope.project.id, isTest: scope.isTest, customerId }
  const subscription = await find(tx.sql, Subscription, { id, ...own }, { lock: true })
  if (!subscription) {
    problems.add('subscription_not_found', 'subscription_id', { id })
    return null
  }
  await applyDueSteps(tx, scope, subscription)
  if (subscription.status === 'canceled') problems.add('subscription_canceled', 'subscription_id')
  return subscription
}

/** Returns a renewal at the scheduled price if there is one. The request may name either price. */
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
  { price, quantity, customerId, path }: PurchaseRequest,
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
