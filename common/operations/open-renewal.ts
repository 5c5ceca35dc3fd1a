import type { Subscription } from '../../db/models/subscription.ts'
import type { Sql } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { createCheckout } from '../checkouts/create.ts'
import type { ReturnAddresses } from '../checkouts/way-back.ts'
import { Refusal } from '../kit/refusal.ts'
import { Submission } from '../kit/submission.ts'
import { HOUR, iso } from '../kit/time.ts'
import { checkoutUrl } from '../links/checkout.ts'
import { getPrice } from '../prices/find.ts'
import { isOffered } from '../prices/rules/offered.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { lockSlotOwner } from '../subscriptions/lock-slot-owner.ts'
import { findBegunAnew } from './find-begun-anew.ts'

interface Found {
  id: number
  token: string
}

/** How a subscription stood when somebody was shown what to pay for it. */
export interface Standing {
  id: number
  status: string
  /** ISO 8601. */
  end: string
  /** What was to be charged: another plan may cost the same. */
  priceId: number
}

/** A checkout and its page; `isAsSeen`: the subscription still stands as it was seen, so that it can be paid at once. */
export interface Renewal {
  id: number
  url: string
  isAsSeen: boolean
}

/**
 * Finds a checkout that renews the subscription by so many periods, or begins it anew where it has ended:
 * one that is open already, so that pressing often opens one at most, else a new one. While a reported
 * transfer waits, it is that one: nobody is to pay twice. Refuses like creating a checkout does: a plan
 * that is not sold any more, too large a sum. With `back` it is one that leads back there.
 *
 * Who has `seen` what it costs may pay at once. A second press of the same button comes when the first has moved the
 * end already: it is answered with what was just paid, and opens nothing that could be paid again.
 */
export async function findOrOpenRenewal(
  tx: Tx,
  scope: Scope,
  subscriptionId: number,
  periods: number,
  { back, seen = null }: { back?: ReturnAddresses | undefined; seen?: Standing | null } = {},
): Promise<Renewal> {
  await lockForPlanLimit(tx, scope) // creating asks again; the project's row comes before the customer's
  const subscription = await presentOne(tx, scope, subscriptionId)
  const { id, status, currentPeriodEnd } = subscription
  const end = iso(currentPeriodEnd)
  const isAsSeen =
    seen !== null &&
    id === seen.id &&
    status === seen.status &&
    end === seen.end &&
    chargedFor(subscription) === seen.priceId
  const hasMoved = seen !== null && (id !== seen.id || end > seen.end)
  const paid = hasMoved ? await justPaid(tx, id) : undefined
  if (paid) return { id: paid.id, url: checkoutUrl(paid.id, paid.token), isAsSeen: false }
  return { ...(await openFor(tx, scope, subscription, periods, back)), isAsSeen }
}

/** One that waits or is open already, else a new one. */
async function openFor(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  periods: number,
  back: ReturnAddresses | undefined,
): Promise<{ id: number; url: string }> {
  const ended = subscription.status === 'canceled'
  if (ended) await checkOffered(tx, scope, subscription)
  const { customerId, productId } = subscription
  const found =
    (await (ended ? findBegunAnew(tx.sql, customerId, productId) : waiting(tx.sql, subscription))) ??
    (await open(tx, subscription, ended, periods, back))
  if (found) return { id: found.id, url: checkoutUrl(found.id, found.token) }
  const input = {
    ...back,
    items: [{ price_id: subscription.priceId, quantity: periods }],
    customer_id: subscription.customerId,
    ...(!ended && { subscription_id: subscription.id }),
  }
  return createCheckout(tx, scope, new Submission(input))
}

/** What has ended is held by nobody any more: it is begun anew only where anybody may. */
async function checkOffered(tx: Tx, scope: Scope, { priceId: id }: Subscription): Promise<void> {
  if (isOffered(await getPrice(tx.sql, scope, id))) return
  throw new Refusal({ code: 'price_inactive', path: 'items.0.price_id', params: { id } })
}

/** The subscription, locked; or the one that the customer has on its product now, where it has ended. */
async function presentOne(tx: Tx, scope: Scope, id: number): Promise<Subscription> {
  const linked = await lockSubscription(tx, scope, id)
  if (linked.status !== 'canceled') return linked
  return (await lockSlotOwner(tx, scope, linked.customerId, linked.productId)) ?? linked
}

/** One whose transfer was reported and not yet decided about. */
async function waiting(sql: Sql, { id }: Subscription): Promise<Found | undefined> {
  return sql.row<Found>(
    "SELECT id, token FROM checkouts WHERE subscription_id = ? AND status = 'pending' ORDER BY id LIMIT 1",
    [id],
  )
}

/** Milliseconds after which a press is no second one any more: an old receipt would be taken for that of a new payment. */
const JUST_NOW = HOUR

/** What was paid for it last, if that was just now. */
async function justPaid(tx: Tx, subscriptionId: number): Promise<Found | undefined> {
  return tx.sql.row<Found>(
    `SELECT id, token FROM checkouts WHERE subscription_id = ? AND status = 'complete' AND paid_at > ?
     ORDER BY paid_at DESC, id DESC LIMIT 1`,
    [subscriptionId, new Date(tx.now.getTime() - JUST_NOW)],
  )
}

/** The price that the next payment is for; what has ended begins anew as it was. */
function chargedFor({ status, priceId, scheduledPriceId }: Subscription): number {
  return status === 'canceled' ? priceId : (scheduledPriceId ?? priceId)
}

/** One that is open and asks for exactly this, at the sum that is charged now. */
async function open(
  tx: Tx,
  subscription: Subscription,
  ended: boolean,
  periods: number,
  back: ReturnAddresses | undefined,
): Promise<Found | undefined> {
  const { id, customerId, isTest } = subscription
  const [purpose, subscriptionId] = ended ? ['new', null] : ['renew', id]
  const goal = back?.success_url ?? null
  return tx.sql.row<Found>(
    `SELECT checkout.id, checkout.token FROM checkouts checkout
     JOIN checkout_items item ON item.checkout_id = checkout.id
     WHERE checkout.customer_id = ? AND checkout.is_test = ? AND checkout.status = 'open' AND checkout.closed_by IS NULL AND checkout.expires_at > ?
       AND checkout.purpose = ? AND checkout.subscription_id <=> ? AND checkout.discounts IS NULL
       AND item.price_id = ? AND item.quantity = ? AND item.adjustable_min IS NULL
       AND (? IS NULL OR checkout.success_url = ?)
     ORDER BY checkout.id DESC LIMIT 1`,
    [customerId, isTest, tx.now, purpose, subscriptionId, chargedFor(subscription), periods, goal, goal],
  )
}
