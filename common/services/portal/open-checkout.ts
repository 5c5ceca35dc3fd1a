import type { Tx } from '../../../db/transaction.ts'
import { Submission } from '../../kit/submission.ts'
import { later, MINUTE } from '../../kit/time.ts'
import { createCheckout } from '../checkouts/create.ts'
import { usePresentEmail } from '../checkouts/use-present-email.ts'
import type { ReturnAddresses } from '../checkouts/way-back.ts'
import { checkoutUrl } from '../links/pages.ts'
import type { Scope } from '../projects/project.ts'

/** A repeated press within this time reuses the checkout: its credit has hardly changed. */
const SAME_PRESS = 5 * MINUTE

interface Order {
  customerId: number
  /** The subscription whose plan changes; null for a new one. */
  subscriptionId: number | null
  /** Current version of that subscription: a checkout for an older version has a stale credit. */
  version: number | null
  priceId: number
}

/**
 * Returns the page of a checkout for one period of another plan, or of a new subscription. Reuses one
 * that was opened a moment ago. The caller has locked the customer, so two presses open one checkout.
 */
export async function openCheckout(
  tx: Tx,
  scope: Scope,
  order: Order,
  back: ReturnAddresses,
): Promise<string> {
  const { customerId, subscriptionId, priceId } = order
  const found = await justOpened(tx, scope, order)
  if (found) {
    await usePresentEmail(tx, found.id)
    return checkoutUrl(found.id, found.token)
  }
  const input = {
    ...back,
    items: [{ price_id: priceId, quantity: 1 }],
    customer_id: customerId,
    ...(subscriptionId !== null && { subscription_id: subscriptionId }),
  }
  return (await createCheckout(tx, scope, new Submission(input))).url
}

async function justOpened(
  tx: Tx,
  { isTest }: Scope,
  { customerId, subscriptionId, version, priceId }: Order,
): Promise<{ id: number; token: string } | undefined> {
  return tx.sql.row(
    `SELECT checkout.id, checkout.token FROM checkouts checkout
     JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.customer_id = ? AND checkout.is_test = ? AND checkout.status = 'open' AND checkout.expires_at > ?
       AND checkout.created_at > ? AND checkout.subscription_id <=> ? AND checkout.subscription_version <=> ?
       AND checkout.closed_by IS NULL AND item.price_id = ? AND item.quantity = 1
     ORDER BY checkout.id DESC LIMIT 1`,
    [customerId, isTest, tx.now, later(tx.now, -SAME_PRESS), subscriptionId, version, priceId],
  )
}
