import type { Sql } from '../../db/sql.ts'
import type { ManyKind } from '../jobs/catalog.ts'

/** Of timers' subjects those that may be taken in one transaction side by side: they have no row in common. */
type Companions = (sql: Sql, ids: readonly number[]) => Promise<number[]>

/** What is seen here only tells who goes in company. Nothing is decided by it: each is locked and read again. */
export const companions: Readonly<Record<ManyKind, Companions>> = {
  // One with a payment under way may give a promotion code back, for which others wait.
  'checkout.expire': (sql, ids) =>
    idsOf(
      sql,
      `SELECT id FROM checkouts WHERE id IN (?) AND test_clock_id IS NULL AND active_payment_id IS NULL
         AND (customer_id IS NULL OR mode = 'payment') ORDER BY id`,
      ids,
    ),
  // Everything about one customer's subscriptions happens one after the other.
  'subscription.step': (sql, ids) =>
    idsOf(
      sql,
      `SELECT MIN(id) AS id FROM subscriptions WHERE id IN (?) AND test_clock_id IS NULL GROUP BY customer_id ORDER BY id`,
      ids,
    ),
}

async function idsOf(sql: Sql, text: string, ids: readonly number[]): Promise<number[]> {
  return (await sql.rows<{ id: number }>(text, [ids])).map(({ id }) => id)
}
