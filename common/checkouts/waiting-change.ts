import type { Sql } from '../../db/sql.ts'
import { checkoutUrl } from '../links/checkout.ts'
import type { CheckoutStatus } from './object.ts'

/**
 * The page of a change of this subscription whose reported transfer waits for the merchant. One waits at a
 * time: nobody is to pay for two changes of which one can be made. One of an earlier state of the
 * subscription cannot be made any more, and hinders none.
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

/** Of a plan change that is open, or is as `statuses` say: the page of the other change of its subscription that waits. */
export async function findOtherWaitingChange(
  sql: Sql,
  checkoutId: number,
  statuses: readonly CheckoutStatus[] = ['open'],
): Promise<string | null> {
  const own = await sql.row<{ subscription_id: number | null }>(
    "SELECT subscription_id FROM checkouts WHERE id = ? AND purpose = 'change' AND status IN (?)",
    [checkoutId, statuses],
  )
  return own?.subscription_id ? findWaitingChange(sql, own.subscription_id) : null
}
