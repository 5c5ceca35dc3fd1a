import type { Scope } from '../projects/project.ts'
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
  segment: Segment,
): Promise<void> {
  await write(tx, subscription, { currentPeriodStart: segment.startsAt })
  if (segment.priceId === subscription.priceId) return
  const productId = await productOf(tx, segment.priceId)
  await write(tx, subscription, { priceId: segment.priceId, productId, scheduledPriceId: null })
  await holdProducts(tx, subscription, [productId])
  await announce(tx, scope, 'subscription.updated', subscription.id)
}

/** The product of a price that is known to exist. */
export async function productOf(tx: Tx, priceId: number): Promise<number> {
  const row = await tx.sql.row<{ product_id: number }>('SELECT product_id FROM prices WHERE id = ?', [
    priceId,
  ])
  if (!row) throw new Error(`price ${priceId} vanished`)
  return row.product_id
}
