import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { isOffered } from '../../domain/prices/offered.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Submission } from '../../kit/submission.ts'
import { HOUR, iso } from '../../kit/time.ts'
import { Checkout } from '../checkouts/checkouts-table.ts'
import { createCheckout } from '../checkouts/create.ts'
import { usePresentEmail } from '../checkouts/use-present-email.ts'
import type { ReturnAddresses } from '../checkouts/way-back.ts'
import { checkoutUrl } from '../links/pages.ts'
import { getPrice } from '../prices/find.ts'
import { lockForPlanLimit } from '../projects/plan-limit.ts'
import type { Scope } from '../projects/project.ts'
import { lockSubscription } from '../subscriptions/lock.ts'
import { lockSlotOwner } from '../subscriptions/lock-slot-owner.ts'
import type { Subscription } from '../subscriptions/subscriptions-table.ts'
import { findRestart } from './find-restart.ts'

interface Found {
  id: number
  token: string
}

/** The state of a subscription when the page showed what to pay. */
export interface ShownState {
  id: number
  status: string
  /** ISO 8601. */
  end: string
  /** The amount shown. It also detects another plan, unless both cost the same. */
  priceId: number
}

/**
 * A checkout and its page. `isAsSeen`: the subscription is unchanged since the page was shown, so it can be paid at
 * once.
 */
export interface Renewal {
  id: number
  url: string
  isAsSeen: boolean
}

/**
 * Returns a checkout that renews the subscription by this many periods, or starts it again if it has ended. Reuses an
 * open checkout, so that repeated requests open only one. If a pending payment waits, returns that checkout: the
 * customer must not pay twice. Throws the same errors as creating a checkout, such as for a plan that is no longer
 * sold. With `back`, the checkout returns to that address.
 *
 * A customer who has `seen` the price may pay at once. If the first press of the button was already paid, the second
 * press returns the paid checkout, so that nothing is paid twice. If the subscription has ended since, that receipt would
 * promise time that is gone.
 */
export async function findOrOpenRenewal(
  tx: ModelTx,
  scope: Scope,
  subscriptionId: number,
  periods: number,
  { back, seen = null }: { back?: ReturnAddresses | undefined; seen?: ShownState | null } = {},
): Promise<Renewal> {
  await lockForPlanLimit(tx, scope) // lock order: the project's row before the customer's
  const subscription = await currentSubscription(tx, scope, subscriptionId)
  const { id, status, currentPeriodEnd } = subscription
  const end = iso(currentPeriodEnd)
  const isAsSeen =
    seen !== null &&
    id === seen.id &&
    status === seen.status &&
    end === seen.end &&
    chargedFor(subscription) === seen.priceId
  const hasMoved = seen !== null && status !== 'canceled' && (id !== seen.id || end > seen.end)
  const paid = hasMoved ? await justPaid(tx, subscription) : null
  if (paid) return { id: paid.id, url: checkoutUrl(paid.id, paid.token), isAsSeen: false }
  return { ...(await openFor(tx, scope, subscription, periods, back)), isAsSeen }
}

/** Returns a waiting or open checkout, or creates one. */
async function openFor(
  tx: ModelTx,
  scope: Scope,
  subscription: Subscription,
  periods: number,
  back: ReturnAddresses | undefined,
): Promise<{ id: number; url: string }> {
  const ended = subscription.status === 'canceled'
  if (ended) await checkOffered(tx, scope, subscription)
  const { customerId, productId } = subscription
  const reported = await (ended ? findRestart(tx.sql, customerId, productId) : waiting(tx, subscription))
  if (reported) return { id: reported.id, url: checkoutUrl(reported.id, reported.token) }
  const found = await open(tx, subscription, ended, periods, back)
  if (found) {
    await usePresentEmail(tx, found.id)
    return { id: found.id, url: checkoutUrl(found.id, found.token) }
  }
  const input = {
    ...back,
    items: [{ price_id: subscription.priceId, quantity: periods }],
    customer_id: subscription.customerId,
    ...(!ended && { subscription_id: subscription.id }),
  }
  return createCheckout(tx, scope, new Submission(input))
}

/** Throws if an ended subscription can no longer be bought: it is started again only at an active price. */
async function checkOffered(tx: ModelTx, scope: Scope, { priceId: id }: Subscription): Promise<void> {
  if (isOffered(await getPrice(tx.sql, scope, id))) return
  throw new Refusal({ code: 'price_inactive', path: 'items.0.price_id', params: { id } })
}

/** Locks the subscription. If it has ended, locks the one that the customer now has on its product. */
async function currentSubscription(tx: ModelTx, scope: Scope, id: number): Promise<Subscription> {
  const linked = await lockSubscription(tx, scope, id)
  if (linked.status !== 'canceled') return linked
  return (await lockSlotOwner(tx, scope, linked.customerId, linked.productId)) ?? linked
}

/** Returns a checkout with a pending payment. */
function waiting({ transaction }: ModelTx, { id, projectId }: Subscription): Promise<Found | null> {
  const where = { projectId, subscriptionId: id, status: 'pending' } as const
  return Checkout.findOne({ attributes: ['id', 'token'], where, order: ['id'], transaction })
}

/**
 * Time within which a second press counts as a repetition, in milliseconds. Later it would show an old receipt as if it were
 * new.
 */
const JUST_NOW = HOUR

/** Returns the last paid checkout of the subscription, if it was paid just now. */
function justPaid(tx: ModelTx, { id, projectId }: Subscription): Promise<Found | null> {
  const paidAt = { [Op.gt]: new Date(tx.now.getTime() - JUST_NOW) }
  return Checkout.findOne({
    attributes: ['id', 'token'],
    where: { projectId, subscriptionId: id, status: 'complete', paidAt },
    order: [
      ['paidAt', 'DESC'],
      ['id', 'DESC'],
    ],
    transaction: tx.transaction,
  })
}

/** Returns the price of the next payment. An ended subscription starts again at its last price. */
function chargedFor({ status, priceId, scheduledPriceId }: Subscription): number {
  return status === 'canceled' ? priceId : (scheduledPriceId ?? priceId)
}

/** Returns an open checkout for exactly this renewal at the current amount. */
async function open(
  tx: ModelTx,
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
