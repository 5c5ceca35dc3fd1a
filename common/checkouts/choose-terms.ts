import type { ChosenCustomer } from '../customers/choose-customer.ts'
import { times } from '../kit/money.ts'
import type { Problems } from '../kit/refusal.ts'
import { DAY, later, MINUTE, monthsLater, SECOND } from '../kit/time.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { choosePurchase } from '../subscriptions/choose-purchase.ts'
import type { Purchase } from '../subscriptions/choose-purchase.ts'
import { MOST_PERIODS } from '../subscriptions/rules/period.ts'
import type { Tx } from '../../db/transaction.ts'
import type { CheckoutInput } from './input.ts'
import type { PricedItem } from './price-items.ts'

/** A checkout lives for two calendar months, one that changes a plan for a day: its credit is for now. */
const LIFETIME_MONTHS = 2
const PLAN_CHANGE_LIFETIME = DAY
const SHORTEST = 30 * MINUTE
const CLOCKS_DIFFER = 10 * SECOND

type Parts = Partial<CheckoutInput>

/** What a request for a recurring price must have, as far as it can be told without the customer. */
export function checkRecurring(parts: Parts, items: readonly PricedItem[], problems: Problems): void {
  const index = items.findIndex(({ recurring }) => recurring)
  if (index === -1) {
    if (parts.subscription_id !== undefined && !problems.touch('items')) {
      const say = 'subscription_id needs an item with a recurring price.'
      problems.add('validation_failed', 'subscription_id', { say })
    }
    return
  }
  if ((parts.items?.length ?? 0) > 1) problems.add('single_item_required', 'items')
  if (parts.customer_id === undefined && !problems.touch('customer_id'))
    problems.add('customer_required', 'customer_id')
  const most = Math.max(items[index]!.quantity, items[index]!.adjustable?.max ?? 0)
  if (most > MOST_PERIODS) {
    const path = items[index]!.quantity > MOST_PERIODS ? 'quantity' : 'adjustable_quantity.max'
    const say = `items.0.${path} is a number of billing periods here, at most ${MOST_PERIODS}.`
    problems.add('validation_failed', `items.0.${path}`, { say })
  }
}

/** What the item with a recurring price will do when it is paid; null where there is none, or a problem. */
export async function purchaseOf(
  tx: Tx,
  scope: Scope,
  parts: Parts,
  items: readonly PricedItem[],
  customer: ChosenCustomer | null,
  problems: Problems,
): Promise<Purchase | null> {
  const [item] = items
  if (!item?.recurring || !customer || problems.touch('items')) return null
  const refuseOverLimit = await lockForPlanLimit(tx, scope)
  const asked = {
    customerId: customer.id,
    price: item.recurring,
    quantity: item.quantity,
    subscriptionId: parts.subscription_id,
    path: item.path,
  }
  const purchase = await choosePurchase(tx, scope, asked, problems)
  if (purchase?.purpose === 'new') await refuseOverLimit(problems, item.path)
  if (purchase?.purpose === 'change') refuseOnChange(parts, item, problems)
  return purchase
}

/** The credit of a plan change is worked out for one sum and one day. */
function refuseOnChange(parts: Parts, item: PricedItem, problems: Problems): void {
  if (item.adjustable) {
    const path = 'items.0.adjustable_quantity'
    problems.add('validation_failed', path, { say: `${path} is not possible with a plan change.` })
  }
  if (parts.expires_at) {
    const say = 'expires_at is not possible with a plan change: it must be paid within 24 hours.'
    problems.add('validation_failed', 'expires_at', { say })
  }
}

/** The items as they are charged: a renewal may be at the scheduled price instead of the one named. */
export function chargedItems(items: readonly PricedItem[], purchase: Purchase | null): PricedItem[] {
  if (!purchase) return [...items]
  return items.map((item) => ({
    ...item,
    priceId: purchase.price.id,
    productId: purchase.price.productId,
    name: purchase.price.productName,
    reference: purchase.price.productReference,
    unitAmount: purchase.price.unitAmount,
    amountSubtotal: times(purchase.price.unitAmount, item.quantity) ?? 0,
  }))
}

/** When a checkout ends: as asked, within what it may live; a few seconds' difference of clocks is forgiven. */
export function expiryOf(asked: Date | undefined, purchase: Purchase | null, now: Date): Date {
  if (purchase?.purpose === 'change') return later(now, PLAN_CHANGE_LIFETIME)
  return asked ?? monthsLater(now, LIFETIME_MONTHS)
}

export function checkExpiry(asked: Date | undefined, now: Date, problems: Problems): void {
  if (!asked || problems.touch('expires_at')) return
  const latest = later(monthsLater(now, LIFETIME_MONTHS), CLOCKS_DIFFER)
  if (asked >= later(now, SHORTEST - CLOCKS_DIFFER) && asked <= latest) return
  const say = 'expires_at must be between 30 minutes and 2 months from now.'
  problems.add('validation_failed', 'expires_at', { say })
}
