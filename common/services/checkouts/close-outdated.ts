import type { Tx } from '../../../db/transaction.ts'
import {
  type EntitledSubscription,
  isAsIntended,
  type Purpose,
  useFor,
} from '../../domain/subscriptions/use.ts'
import type { Scope } from '../projects/project.ts'
import { closeCheckouts } from '../subscriptions/close-checkouts.ts'

interface OpenRow {
  id: number
  purpose: Purpose
  subscription_id: number | null
  subscription_version: number | null
  credit_amount: number
  has_discounts: number
  price_id: number
  product_id: number
}

/**
 * Closes the open checkouts that have become impossible, after a change to a customer's subscriptions. Examples: a
 * plan change of a subscription that was renewed since, or a purchase of a product that the customer now has.
 * The customer's row must be locked. A checkout with a pending payment stays open, because money that arrives is
 * never dropped.
 */
export async function closeOutdated(tx: Tx, scope: Scope, customerId: number): Promise<void> {
  const rows = await tx.sql.rows<OpenRow>(
    `SELECT checkout.id, checkout.purpose, checkout.subscription_id, checkout.subscription_version,
       checkout.credit_amount, COALESCE(checkout.discounts, '[]') <> '[]' AS has_discounts, item.price_id, item.product_id
     FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.customer_id = ? AND checkout.status = 'open' AND checkout.mode = 'subscription'
       AND checkout.closed_by IS NULL`,
    [customerId],
  )
  if (rows.length === 0) return
  const { entitled, owners } = await entitlementsOf(tx, customerId)
  const outdated = rows.filter((row) => {
    const intent = intentOf(row)
    const target = entitled.get(row.subscription_id ?? 0) ?? null
    const owner = entitled.get(owners.get(row.product_id) ?? 0) ?? null
    return !isAsIntended(intent, useFor(intent, target, owner))
  })
  const ids = outdated.map(({ id }) => id)
  await closeCheckouts(tx, scope.project.id, ids, 'outdated')
}

function intentOf(row: OpenRow) {
  return {
    purpose: row.purpose,
    subscriptionId: row.subscription_id,
    version: row.subscription_version,
    priceId: row.price_id,
    hasCredit: row.credit_amount > 0,
    hasDiscounts: Boolean(row.has_discounts),
  }
}

interface EntitledRow {
  id: number
  price_id: number
  scheduled_price_id: number | null
  is_schedule_paid: number
  version: number
}

/** Returns the customer's subscriptions by id, and the id of the subscription that holds each product. */
async function entitlementsOf(
  tx: Tx,
  customerId: number,
): Promise<{ entitled: Map<number, EntitledSubscription>; owners: Map<number, number> }> {
  const entitled = await tx.sql.rows<EntitledRow>(
    `SELECT id, price_id, scheduled_price_id, is_schedule_paid, version FROM subscriptions
     WHERE customer_id = ? AND status <> 'canceled'`,
    [customerId],
  )
  const holds = await tx.sql.rows<{ product_id: number; subscription_id: number }>(
    'SELECT product_id, subscription_id FROM holds WHERE customer_id = ?',
    [customerId],
  )
  return {
    entitled: new Map(
      entitled.map((row) => [
        row.id,
        {
          id: row.id,
          priceId: row.price_id,
          scheduledPriceId: row.scheduled_price_id,
          isSchedulePaid: Boolean(row.is_schedule_paid),
          version: row.version,
        },
      ]),
    ),
    owners: new Map(holds.map((slot) => [slot.product_id, slot.subscription_id])),
  }
}
