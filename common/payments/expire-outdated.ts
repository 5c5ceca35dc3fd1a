import type { Bought } from '../checkouts/bought.ts'
import { expireCheckout } from '../checkouts/expire-checkout.ts'
import { lockCheckout } from '../checkouts/lock-checkout.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { payableCheckout } from './payables/checkout.ts'
import { giveUpActive } from './start-payment.ts'

interface OpenRow {
  id: number
  purpose: 'new' | 'renew' | 'change'
  subscription_id: number | null
  product_id: number
}

/** What has just happened to a customer's subscriptions. */
export interface Change {
  customerId: number
  /** The subscription that was renewed or changed. */
  subscriptionId: number | null
  planChanged: boolean
  /** The product that is held from now on. */
  productId: number
}

/** As `expireOutdatedBy`, for what a completed checkout has done. */
export async function expireOutdated(tx: Tx, scope: Scope, { use, paid }: Bought): Promise<void> {
  await expireOutdatedBy(tx, scope, {
    customerId: paid.customerId,
    subscriptionId: use.kind === 'new' ? null : use.subscription.id,
    planChanged: use.kind === 'change',
    productId: paid.productId,
  })
}

/**
 * Expires the customer's open checkouts that can no longer do what they were made for: a plan change of
 * a subscription that was renewed or changed, a renewal of one whose plan changed, and a purchase of,
 * or change to, a product that is held now. The customer's row is held. One whose transfer waits
 * stays: money that arrives is never dropped.
 */
export async function expireOutdatedBy(tx: Tx, scope: Scope, change: Change): Promise<void> {
  const rows = await tx.sql.rows<OpenRow>(
    `SELECT checkout.id, checkout.purpose, checkout.subscription_id, item.product_id
     FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.customer_id = ? AND checkout.status = 'open' AND checkout.mode = 'subscription' AND checkout.is_test = ?
     ORDER BY checkout.id`,
    [change.customerId, scope.isTest],
  )
  for (const { id } of rows.filter((row) => isOutdated(row, change))) {
    const checkout = await lockCheckout(tx, scope.project.id, id)
    await giveUpActive(tx, scope, payableCheckout(checkout))
    if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
  }
}

function isOutdated(row: OpenRow, { subscriptionId, planChanged, productId }: Change): boolean {
  const same = subscriptionId !== null && row.subscription_id === subscriptionId
  if (row.purpose === 'renew') return same && planChanged
  if (row.purpose === 'change' && same) return true
  return row.product_id === productId
}
