import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { namedPrice, type PriceName } from '../prices/name.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { closeCreditChanges } from './close-checkouts.ts'
import { lockSubscription } from './lock.ts'
import { lockSlotOwner } from './lock-slot-owner.ts'
import { takeProductSlots } from './product-slots.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Subscription } from './subscriptions-table.ts'
import { momentOf, writeSubscriptionEmail } from './write-email.ts'

const CANCELLATION_PENDING =
  'A cancellation at the end of the period is pending. Resume the subscription first, then schedule the change.'

/**
 * Sets the price of the next renewal; null clears it. Records `subscription.updated` and emails the customer where
 * that changes anything. Returns the subscription. Throws `subscription_canceled` also while a cancellation is
 * pending: there will be no next renewal.
 */
export async function scheduleChange(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<PriceName>,
): Promise<Subscription> {
  const subscription = await lockSubscription(tx, scope, id)
  const { price: key, price_id: priceId } = draft.partial()
  const clears = key == null && priceId == null
  const { price, path } = clears ? { price: null, path: 'price' } : await namedPrice(tx.sql, scope, draft)
  if (price && !price.active && price.id !== subscription.priceId) {
    draft.problems.add('price_inactive', path, { id: price.id })
  }
  const { customerId } = subscription
  const holder = price && (await lockSlotOwner(tx, scope, customerId, price.productId, subscription))
  const isEnded = subscription.status === 'canceled'
  if (holder && holder.id !== id)
    draft.problems.add('already_subscribed', path, isEnded ? { current: holder.id } : {})
  draft.valid()
  if (isEnded) throw new Refusal({ code: 'subscription_canceled' })
  if (subscription.canceledAt !== null)
    throw new Refusal({ code: 'subscription_canceled', params: { sentence: CANCELLATION_PENDING } })
  if (subscription.isSchedulePaid) throw new Refusal({ code: 'renewal_already_paid' }) // the paid price must not change

  const scheduled = price && price.id !== subscription.priceId ? price : null
  const changes = (scheduled?.id ?? null) !== subscription.scheduledPriceId
  if (changes) await closeCreditChanges(tx, subscription)
  await save(tx, subscription, { scheduledPriceId: scheduled?.id ?? null })
  await takeProductSlots(tx, subscription)
  if (changes) {
    const updated = await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
    const kind = scheduled ? 'change_scheduled' : 'change_withdrawn'
    await writeSubscriptionEmail(tx, scope, kind, updated, momentOf(id))
  }
  await applyDueSteps(tx, scope, subscription)
  return subscription
}
