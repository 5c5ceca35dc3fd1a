import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { announce } from './announce.ts'
import { holdProducts } from './hold.ts'
import type { Segment } from './rules/credit.ts'
import { write } from './write.ts'

/**
 * Time that was paid for ahead begins: the period moves on without a word. Where it was paid at the
 * scheduled price, that is the price from now on, and that is said.
 */
export async function beginSegment(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  { startsAt: currentPeriodStart, priceId }: Segment,
): Promise<void> {
  if (priceId === subscription.priceId) return write(tx, subscription, { currentPeriodStart })
  const productId = await productOf(tx, priceId)
  await write(tx, subscription, {
    currentPeriodStart,
    priceId,
    productId,
    scheduledPriceId: null,
    version: subscription.version + 1,
  })
  await holdProducts(tx, subscription, [productId])
  await closeOutdated(tx, subscription)
  await announce(tx, scope, 'subscription.updated', subscription.id)
}

/** The product of a price that is known to exist. */
async function productOf(tx: Tx, priceId: number): Promise<number> {
  const row = await tx.sql.row<{ product_id: number }>('SELECT product_id FROM prices WHERE id = ?', [
    priceId,
  ])
  if (!row) throw new Error(`price ${priceId} vanished`)
  return row.product_id
}

/**
 * Open renewals at the old price, and plan changes from it, can no longer do what they were made for.
 * Their time is over as of now: they say so at once, and their timers do the rest.
 */
async function closeOutdated(tx: Tx, { id, priceId, projectId, testClockId }: Subscription): Promise<void> {
  const outdated = await tx.sql.rows<{ id: number }>(
    `SELECT DISTINCT checkout.id FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.subscription_id = ? AND checkout.status = 'open' AND checkout.expires_at > ?
       AND (checkout.purpose = 'change' OR item.price_id <> ?)`,
    [id, tx.now, priceId],
  )
  for (const checkout of outdated) {
    await tx.sql.run('UPDATE checkouts SET expires_at = ?, updated_at = ? WHERE id = ?', [
      tx.now,
      tx.now,
      checkout.id,
    ])
    await setTimer(tx, 'checkout.expire', { id: checkout.id, projectId, testClockId }, tx.now)
  }
}
