import type { Draft } from '../kit/draft.ts'
import { Refusal } from '../kit/refusal.ts'
import { namedPrice } from '../products/name-price.ts'
import type { PriceName } from '../products/name-price.ts'
import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { holdProducts } from './hold.ts'
import { lockHolder } from './lock-holder.ts'
import { lockSubscription } from './lock-subscription.ts'
import { segmentsAfter } from './outlook.ts'
import { settle } from './settle.ts'
import { write } from './write.ts'

/**
 * Lets the next renewal be charged at another price; null takes that back. Nothing is said until the
 * price moves, when the period ends. Answers the subscription.
 */
export async function scheduleChange(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<PriceName>,
): Promise<Subscription> {
  const subscription = await lockSubscription(tx, scope, id)
  const { price: key, price_id: priceId } = draft.parts()
  const clears = key == null && priceId == null
  const { price, path } = clears ? { price: null, path: 'price' } : await namedPrice(tx.sql, scope, draft)
  if (price && !price.active && price.id !== subscription.priceId) {
    draft.problems.add('price_inactive', path, { id: price.id })
  }
  const { customerId } = subscription
  const holder = price && (await lockHolder(tx, scope, customerId, price.productId, subscription))
  if (holder && holder.id !== id) draft.problems.add('already_subscribed', path)
  draft.whole()
  if (subscription.status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  await refusePaidSchedule(tx, id, subscription.currentPeriodStart, subscription.priceId)

  const scheduled = price && price.id !== subscription.priceId ? price : null
  await write(tx, subscription, { scheduledPriceId: scheduled?.id ?? null })
  const products = [subscription.productId, ...(scheduled ? [scheduled.productId] : [])]
  await holdProducts(tx, subscription, products)
  await settle(tx, scope, subscription)
  return subscription
}

/** A renewal that is paid at a scheduled price has been promised. */
async function refusePaidSchedule(tx: Tx, id: number, periodStart: Date, priceId: number): Promise<void> {
  const segments = await segmentsAfter(tx.sql, id, periodStart)
  const promised = segments.some((segment) => segment.priceId !== priceId && segment.startsAt > periodStart)
  if (promised) throw new Refusal({ code: 'renewal_already_paid' })
}
