import type { Sql } from '../../db/sql.ts'
import type { Amount } from '../kit/money.ts'
import { checkoutUrl } from '../links/checkout.ts'
import { findPrices } from '../prices/find.ts'
import type { PriceObject } from '../prices/object.ts'
import type { Scope } from '../projects/project.ts'
import { findEntitled, findSubscriptions } from '../subscriptions/find.ts'
import type { SubscriptionObject } from '../subscriptions/object.ts'

/** A reported transfer that the merchant has not decided about. */
export interface WaitingTransfer {
  amount: Amount
  reference: string | null
  claimedAt: Date | null
  /** The page of the checkout that it pays. */
  url: string
}

/** A subscription as its customer sees it. */
export interface PortalSubscription {
  subscription: SubscriptionObject
  /** What the next renewal is charged at, where that is not the present price. */
  scheduled: PriceObject | null
  /** Until when an overdue one keeps its access. */
  graceEndsAt: Date | null
  /** Whether a newer subscription holds the product of one that has ended. */
  isHeldAgain: boolean
  waiting: WaitingTransfer | null
}

/** What the portal's first page lists. */
export interface PortalSubscriptions {
  items: PortalSubscription[]
  /** Whether more has ended than is listed. */
  hasMoreEnded: boolean
}

/** So much of what has ended is listed beside what is held. */
const MOST_ENDED = 5

/**
 * What a customer holds, newest first, and after it what has ended: of each product that is not held
 * any more the last one, which can be begun anew.
 */
export async function listPortalSubscriptions(
  sql: Sql,
  scope: Scope,
  customerId: number,
): Promise<PortalSubscriptions> {
  const entitled = await findEntitled(sql, [customerId])
  const held = entitled.map(({ product_id: id }) => id)
  const last = await sql.rows<{ id: number }>(
    `SELECT MAX(id) AS id FROM subscriptions WHERE customer_id = ? AND status = 'canceled' AND product_id NOT IN (?)
     GROUP BY product_id ORDER BY id DESC LIMIT ${MOST_ENDED}`,
    [customerId, [0, ...held]],
  )
  const ended = await findSubscriptions(
    sql,
    last.map(({ id }) => id),
  )
  const more = await sql.row(
    `SELECT id FROM subscriptions WHERE customer_id = ? AND status = 'canceled' AND id NOT IN (?) LIMIT 1`,
    [customerId, [0, ...ended.map(({ id }) => id)]],
  )
  return { items: await withRows(sql, scope, [...entitled, ...ended]), hasMoreEnded: Boolean(more) }
}

/** Everything of a customer's that has ended, newest first: `size` of it after the first `skip`. */
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

/** One of the customer's own subscriptions, or null: that of another is the same as none. */
export async function findPortalSubscription(
  sql: Sql,
  scope: Scope,
  customerId: number,
  subscription: SubscriptionObject | null,
): Promise<PortalSubscription | null> {
  if (subscription?.customer_id !== customerId) return null
  const [holding] = await withRows(sql, scope, [subscription])
  return holding ?? null
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
  const standings = new Map(rows.map((row) => [row.id, row])) // the first of several transfers counts
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

/** What has ended keeps its schedule in its row, where it means nothing any more. */
function scheduledIdOf({ entitled, scheduled_price_id: id }: SubscriptionObject): number | null {
  return entitled ? id : null
}

function waitingOf(row: Row): WaitingTransfer | null {
  if (row.checkout_id === null || row.token === null || row.amount === null) return null
  const { amount, reference, claimed_at: claimedAt } = row
  return { amount, reference, claimedAt, url: checkoutUrl(row.checkout_id, row.token) }
}
