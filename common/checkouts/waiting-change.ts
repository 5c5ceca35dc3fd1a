import type { Sql } from '../../db/sql.ts'
import { checkoutUrl } from '../links/checkout.ts'

/**
 * Of a plan change: the page of another change of the same subscription whose reported transfer waits for
 * the merchant. One waits at a time: nobody is to pay for two changes of which one can be made. One of an
 * earlier state of the subscription cannot be made any more, and hinders none.
 */
export async function findWaitingChange(sql: Sql, checkoutId: number): Promise<string | null> {
  const other = await sql.row<{ id: number; token: string }>(
    `SELECT other.id, other.token FROM checkouts own JOIN checkouts other ON other.subscription_id = own.subscription_id
     JOIN subscriptions subscription ON subscription.id = other.subscription_id
     WHERE own.id = ? AND own.purpose = 'change' AND own.status = 'open' AND other.purpose = 'change'
       AND other.status = 'pending' AND other.closed_by IS NULL AND other.subscription_version = subscription.version
     ORDER BY other.id LIMIT 1`,
    [checkoutId],
  )
  return other ? checkoutUrl(other.id, other.token) : null
}
