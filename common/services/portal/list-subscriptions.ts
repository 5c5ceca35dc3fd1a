import type { Sql } from '../../../db/sql.ts'
import type { PriceObject } from '../../domain/prices/object.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import type { Amount } from '../../kit/money.ts'
import { checkoutUrl } from '../links/pages.ts'
import { findPrices } from '../prices/find.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from '../subscriptions/find.ts'

/** A payment that awaits the merchant's decision. */
export interface PendingPayment {
  amount: Amount
  reference: string | null
  claimedAt: Date | null
  /** Page of the checkout that it pays for. */
  url: string
}

/** A subscription as its customer sees it. */
export interface PortalSubscription {
  subscription: SubscriptionObject
  /** Price from the next renewal on, if it differs from the current one. */
  scheduled: PriceObject | null
  /** When an overdue subscription loses access. */
  graceEndsAt: Date | null
  /** Whether a newer subscription holds the product of one that has ended. */
  isHeldAgain: boolean
  waiting: PendingPayment | null
}

/** One page of the portal's list. */
export interface PortalSubscriptions {
  items: PortalSubscription[]
  /** Whether further pages list more running subscriptions. */
  hasMore: boolean
  /** Whether more subscriptions have ended than are listed. */
  hasMoreEnded: boolean
}

/** Number of ended subscriptions listed after the running ones. */
const MOST_ENDED = 5

/**
 * Lists a customer's running subscriptions, newest first: `size` of them after the first `skip`. The last
 * page also lists ended ones that can be bought again: the latest for each product no longer held.
 */
export async function listPortalSubscriptions(
  sql: Sql,
  scope: Scope,
  customerId: number,
  skip: number,
  size: number,
): Promise<PortalSubscriptions> {
  const rows = await sql.rows<{ id: number }>(
    "SELECT id FROM subscriptions WHERE customer_id = ? AND status <> 'canceled' ORDER BY id DESC LIMIT ? OFFSET ?",
    [customerId, size + 1, skip],
  )
  const held = await findSubscriptions(
    sql,
    rows.slice(0, size).map(({ id }) => id),
  )
  if (skip > 0 && rows.length === 0) return { items: [], hasMore: false, hasMoreEnded: false }
  if (rows.length > size)
    return { items: await withRows(sql, scope, held), hasMore: true, hasMoreEnded: false }
  const last = await sql.rows<{ id: number }>(
    `SELECT MAX(id) AS id FROM subscriptions WHERE customer_id = ? AND status = 'canceled' AND product_id NOT IN
       (SELECT product_id FROM subscriptions held WHERE held.customer_id = ? AND held.status <> 'canceled')
     GROUP BY product_id ORDER BY id DESC LIMIT ${MOST_ENDED}`,
    [customerId, customerId],
  )
  const ended = await findSubscriptions(
    sql,
    last.map(({ id }) => id),
  )
  const more = await sql.row(
    `SELECT id FROM subscriptions WHERE customer_id = ? AND status = 'canceled' AND id NOT IN (?) LIMIT 1`,
    [customerId, [0, ...ended.map(({ id }) => id)]],
  )
  const items = await withRows(sql, scope, [...held, ...ended])
  return { items, hasMore: false, hasMoreEnded: Boolean(more) }
}

/** Lists a customer's ended subscriptions, newest first: `size` of them after the first `skip`. */
export async function listEnded(
  sql: Sql,
  scope: Scope,
  customerId: number,
  skip: number,
  size: number,
): Promise<PortalSubscription[]> {
  const rows = await sql.rows<{ id: number }>(
    "SELECT id FROM subscriptions WHERE customer_id = ? AND status = 'canceled' ORDER BY id DESC LIMIT ? OFFSET ?",
    [customerId, size, skip],
  )
  const ids = rows.map(({ id }) => id)
  return withRows(sql, scope, await findSubscriptions(sql, ids))
}

/** Returns the customer's own subscription with its portal details; null if it is another customer's. */
export async function findPortalSubscription(
  sql: Sql,
  scope: Scope,
  customerId: number,
  subscription: SubscriptionObject | null,
): Promise<PortalSubscription | null> {
  if (subscription?.customer_id !== customerId) return null
  const [entry] = await withRows(sql, scope, [subscription])
  return entry ?? null
}

interface Row {
  id: number
  grace_ends_at: Date | null
  held_by: number | null
  checkout_id: number | null
  token: string | null
  amount: number | null
  reference: string | null
  claimed_at: Date | null
}

async function withRows(
  sql: Sql,
  scope: Scope,
  subscriptions: readonly SubscriptionObject[],
): Promise<PortalSubscription[]> {
  if (subscriptions.length === 0) return []
  const rows = await sql.rows<Row>(
    `SELECT subscription.id, subscription.grace_ends_at, held.subscription_id AS held_by,
       checkout.id AS checkout_id, checkout.token, payment.amount, payment.reference, payment.claimed_at
     FROM subscriptions subscription
     LEFT JOIN holds held ON held.customer_id = subscription.customer_id AND held.product_id = subscription.product_id
     LEFT JOIN checkouts checkout ON checkout.subscription_id = subscription.id AND checkout.status = 'pending'
     LEFT JOIN payments payment ON payment.id = checkout.active_payment_id
     WHERE subscription.id IN (?) ORDER BY checkout.id DESC`,
    [subscriptions.map(({ id }) => id)],
  )
  // Rows are sorted by checkout, newest first: of several pending payments the oldest one wins.
  const standings = new Map(rows.map((row) => [row.id, row]))
  const scheduledIds = subscriptions.flatMap((subscription) => scheduledIdOf(subscription) ?? [])
  const scheduled = await findPrices(sql, scope, scheduledIds)
  return subscriptions.map((subscription) => {
    const { entitled } = subscription
    const standing = standings.get(subscription.id)
    return {
      subscription,
      scheduled: scheduled.get(scheduledIdOf(subscription) ?? 0) ?? null,
      graceEndsAt: standing?.grace_ends_at ?? null,
      isHeldAgain: !entitled && (standing?.held_by ?? null) !== null,
      waiting: entitled && standing ? waitingOf(standing) : null,
    }
  })
}

/** Returns the scheduled price; an ended subscription's row keeps a schedule that no longer applies. */
function scheduledIdOf({ entitled, scheduled_price_id: id }: SubscriptionObject): number | null {
  return entitled ? id : null
}

function waitingOf(row: Row): PendingPayment | null {
  if (row.checkout_id === null || row.token === null || row.amount === null) return null
  const { amount, reference, claimed_at: claimedAt } = row
  return { amount, reference, claimedAt, url: checkoutUrl(row.checkout_id, row.token) }
}
