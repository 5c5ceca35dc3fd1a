import { expireCheckout } from '../checkouts/expire-checkout.ts'
import { lockCheckout } from '../checkouts/lock-checkout.ts'
import type { Scope } from '../projects/project.ts'
import { stillFits, useFor } from '../subscriptions/rules/use.ts'
import type { Held, Purpose } from '../subscriptions/rules/use.ts'
import type { Tx } from '../../db/transaction.ts'
import { giveUpActive } from './give-up.ts'
import type { Payable } from './payables/payable.ts'
import type { Checkout } from '../../db/models/checkout.ts'

interface OpenRow {
  id: number
  purpose: Purpose
  subscription_id: number | null
  subscription_version: number | null
  price_id: number
  product_id: number
}

/**
 * Something has happened to a customer's subscriptions: expires the open checkouts that can no longer
 * do what they were made for, such as a plan change of a subscription that was renewed, or a purchase
 * of a product that is held now. The customer's row is held. One whose transfer waits stays: money
 * that arrives is never dropped.
 */
export async function expireOutdated(
  tx: Tx,
  scope: Scope,
  customerId: number,
  asPayable: (checkout: Checkout) => Payable,
): Promise<void> {
  const rows = await tx.sql.rows<OpenRow>(
    `SELECT checkout.id, checkout.purpose, checkout.subscription_id, checkout.subscription_version, item.price_id, item.product_id
     FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.customer_id = ? AND checkout.status = 'open' AND checkout.mode = 'subscription' ORDER BY checkout.id`,
    [customerId],
  )
  if (rows.length === 0) return
  const { entitled, holders } = await standingOf(tx, customerId)
  for (const row of rows) {
    const { purpose, subscription_id: subscriptionId, subscription_version: version, price_id: priceId } = row
    const intent = { purpose, subscriptionId, version, priceId }
    const target = entitled.get(subscriptionId ?? 0) ?? null
    const holder = entitled.get(holders.get(row.product_id) ?? 0) ?? null
    if (stillFits(intent, useFor(intent, target, holder))) continue
    await closeCheckout(tx, scope, asPayable(await lockCheckout(tx, scope.project.id, row.id)))
  }
}

/** What a customer has: the subscriptions by id, and by product which of them holds it. */
async function standingOf(
  tx: Tx,
  customerId: number,
): Promise<{ entitled: Map<number, Held>; holders: Map<number, number> }> {
  const entitled = await tx.sql.rows<{
    id: number
    price_id: number
    scheduled_price_id: number | null
    version: number
  }>(
    "SELECT id, price_id, scheduled_price_id, version FROM subscriptions WHERE customer_id = ? AND status <> 'canceled'",
    [customerId],
  )
  const holders = await tx.sql.rows<{ product_id: number; subscription_id: number }>(
    'SELECT product_id, subscription_id FROM holds WHERE customer_id = ?',
    [customerId],
  )
  return {
    entitled: new Map(
      entitled.map(({ id, price_id: priceId, scheduled_price_id: scheduledPriceId, version }) => [
        id,
        { id, priceId, scheduledPriceId, version },
      ]),
    ),
    holders: new Map(holders.map((hold) => [hold.product_id, hold.subscription_id])),
  }
}

/** Ends a locked, open checkout before its time; a payment that has not ended is given up with it. */
export async function closeCheckout(tx: Tx, scope: Scope, payable: Payable): Promise<void> {
  const checkout = payable.row as Checkout
  await giveUpActive(tx, scope, payable)
  if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
}
