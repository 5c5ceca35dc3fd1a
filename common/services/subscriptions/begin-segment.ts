import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Segment } from '../../domain/subscriptions/credit.ts'
import type { Scope } from '../projects/project.ts'
import { closeCheckouts } from './close-checkouts.ts'
import { endBlocked } from './end-blocked.ts'
import { slotOwner, takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Starts a period that was paid ahead. The same price moves the period without an event; a scheduled price
 * becomes the current one, with an event.
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

/** Returns the product of an existing price. */
async function productOf(tx: Tx, priceId: number): Promise<number> {
  const row = await tx.sql.row<{ product_id: number }>('SELECT product_id FROM prices WHERE id = ?', [
    priceId,
  ])
  if (!row) throw new Error(`price ${priceId} does not exist`)
  return row.product_id
}

/** Closes open renewals at the old price and plan changes from it: they no longer apply. */
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
