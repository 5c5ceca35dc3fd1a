import type { Tx } from '../../../db/transaction.ts'
import type { CheckoutInput } from '../../domain/checkouts/input.ts'
import { times } from '../../kit/money.ts'
import type { Problems } from '../../kit/refusal.ts'
import type { InOrder } from '../../kit/submission.ts'
import { checkPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { choosePurchase, type Purchase } from '../subscriptions/choose-purchase.ts'
import type { PricedItem } from './price-items.ts'

/**
 * Decides what the item with a recurring price will do when it is paid. Returns null if no item has one, or if
 * something is wrong. Both the project's plan row and then the customer must be locked.
 */
export async function planPurchase(
  tx: Tx,
  scope: Scope,
  request: InOrder<CheckoutInput>,
  [item]: readonly PricedItem[],
  customer: { id: number } | null,
  problems: Problems,
): Promise<Purchase | null> {
  if (!item?.recurring || !customer || problems.has('items')) return null
  const asked = {
    customerId: customer.id,
    price: item.recurring,
    quantity: item.quantity,
    subscriptionId: request.subscription_id,
    path: item.path,
    longest:
      item.adjustable && item.adjustable.max > item.quantity
        ? { periods: item.adjustable.max, path: 'items.0.adjustable_quantity.max' }
        : { periods: item.quantity, path: 'items.0.quantity' },
  }
  const purchase = await choosePurchase(tx, scope, asked, problems)
  if (purchase?.purpose === 'new') await checkPlanLimit(tx, scope, item.path, problems)
  if (purchase?.purpose === 'change') checkPlanChange(request, item, problems)
  return purchase
}

/** Adds problems with a plan change: its credit is calculated for one fixed quantity and one day. */
function checkPlanChange(request: InOrder<CheckoutInput>, item: PricedItem, problems: Problems): void {
  if (item.adjustable) {
    const path = 'items.0.adjustable_quantity'
    problems.add('validation_failed', path, {
      sentence: `${path} is not possible with a plan change. Leave it out: the quantity is fixed.`,
    })
  }
  if (request.expires_at) {
    const sentence =
      'expires_at is not possible with a plan change, which must be paid within 24 hours. Leave it out.'
    problems.add('validation_failed', 'expires_at', { sentence })
  }
}

/** Returns the items as they are charged: a renewal may use the scheduled price instead of the requested one. */
export function chargedItems(items: readonly PricedItem[], purchase: Purchase | null): PricedItem[] {
  if (!purchase) return [...items]
  const {
    id: priceId,
    productId,
    productName: name,
    productDescription: description,
    name: priceName,
    productReference: reference,
    unitAmount,
  } = purchase.price
  return items.map((item) => ({
    ...item,
    ...{ priceId, productId, name, priceName, description, reference, unitAmount },
    amountSubtotal: times(unitAmount, item.quantity) ?? 0,
  }))
}
