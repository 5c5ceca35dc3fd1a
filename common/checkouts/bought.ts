import type { Scope } from '../projects/project.ts'
import { useOf } from '../subscriptions/apply-purchase.ts'
import type { Use } from '../subscriptions/apply-purchase.ts'
import type { Paid } from '../subscriptions/paid.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'

/** What the money of a subscription checkout does, and what it pays for. */
export interface Bought {
  use: NonNullable<Use>
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
 * Looks at what a locked subscription checkout would do if it were paid now; null where it can do
 * nothing any more.
 */
export async function boughtBy(tx: Tx, scope: Scope, checkout: Checkout): Promise<Bought | null> {
  const {
    id: checkoutId,
    customerId,
    purpose,
    subscriptionId,
    subscriptionVersion: version,
    testClockId,
  } = checkout
  const item = await tx.sql.row<ItemRow>(
    `SELECT item.price_id, item.product_id, item.quantity, price.recurring_interval AS unit,
       price.recurring_interval_count AS count
     FROM checkout_items item JOIN prices price ON price.id = item.price_id WHERE item.checkout_id = ?`,
    [checkoutId],
  )
  if (!item || customerId === null || purpose === null)
    throw new Error(`checkout ${checkoutId} lacks what it is for`)
  const paid = {
    checkoutId,
    customerId,
    productId: item.product_id,
    priceId: item.price_id,
    interval: { unit: item.unit, count: item.count },
    periods: item.quantity,
    value: checkout.amountTotal + checkout.creditAmount,
    testClockId,
  }
  const use = await useOf(tx, scope, { purpose, subscriptionId, version }, paid)
  return use && { use, paid }
}
