import { save } from '../../db/models/save.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { endBlocked } from './end-blocked.ts'
import { slotOwner, takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Segment } from './rules/credit.ts'

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
  const { startsAt: currentPeriodStart, priceId } = segment
  if (priceId === subscription.priceId) return save(tx, subscription, { currentPeriodStart })
  const productId = await productOf(tx, priceId)
  const owner = await slotOwner(tx.sql, scope, subscription.customerId, productId)
  if (owner !== null && owner !== subscription.id)
    return endBlocked(tx, scope, subscription, segment, { productId, owner })
  await save(tx, subscription, {
    currentPeriodStart,
    priceId,
    productId,
    scheduledPriceId: null,
    isSchedulePaid: false,
    version: subscription.version + 1,
  })
  await takeProductSlots(tx, subscription)
  await closeOutdated(tx, subscription)
  await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
}

/** The product of a price that is known to exist. */
async function productOf(tx: Tx, priceId: number): Promise<number> {
  const row = await tx.sql.row<{ product_id: number }>('SELECT product_id FROM prices WHERE id = ?', [
    priceId,
  ])
  if (!row) throw new Error(`price ${priceId} vanished`)
  return row.product_id
}

/** Open renewals at the old price, and plan changes from it, can no longer do what they were made for. */
async function closeOutdated(tx: Tx, { id, priceId, projectId }: Subscription): Promise<void> {
  const outdated = await tx.sql.rows<{ id: number }>(
    `SELECT DISTINCT checkout.id FROM checkouts checkout JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.subscription_id = ? AND checkout.status = 'open' AND checkout.closed_by IS NULL
       AND (checkout.purpose = 'change' OR item.price_id <> ?)`,
    [id, priceId],
  )
  await closeCheckouts(
    tx,
    projectId,
    outdated.map((checkout) => checkout.id),
    'outdated',
  )
}
