import { find } from '../../../db/save.ts'
import type { Sql } from '../../../db/sql.ts'
import type { CheckoutStatus } from '../../domain/checkouts/object.ts'
import { checkoutUrl } from '../links/pages.ts'
import { Checkout } from './checkouts-table.ts'

/**
 * Returns the page of a plan change of this subscription whose payment is pending, or null.
 * Only one may wait at a time: customers must not pay for two changes if only one can be made. A change made for an
 * earlier version of the subscription is ignored, because it can no longer be made.
 */
export async function findWaitingChange(sql: Sql, subscriptionId: number): Promise<string | null> {
  const change = await sql.row<{ id: number; token: string }>(
    `SELECT checkout.id, checkout.token FROM checkouts checkout
     JOIN subscriptions subscription ON subscription.id = checkout.subscription_id
     WHERE checkout.subscription_id = ? AND checkout.purpose = 'change' AND checkout.status = 'pending'
       AND (checkout.closed_by IS NULL OR checkout.closed_by = 'merchant')
       AND checkout.subscription_version = subscription.version
     ORDER BY checkout.id LIMIT 1`,
    [subscriptionId],
  )
  return change ? checkoutUrl(change.id, change.token) : null
}

/**
 * Returns the page of another waiting change of the same subscription, or null. The checkout must be a plan change in
 * one of `statuses`.
 */
export async function findOtherWaitingChange(
  sql: Sql,
  checkoutId: number,
  statuses: readonly CheckoutStatus[] = ['open'],
): Promise<string | null> {
  const own = await find(sql, Checkout, { id: checkoutId, purpose: 'change', status: statuses })
  return own?.subscriptionId ? findWaitingChange(sql, own.subscriptionId) : null
}
