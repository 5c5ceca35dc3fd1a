import type { Sql } from '../../../db/sql.ts'
import type { BatchedKind } from '../../domain/jobs/catalog.ts'

/** Returns the ids among `ids` that can share a transaction, because they lock no common row. */
type Batchable = (sql: Sql, ids: readonly number[]) => Promise<number[]>

/** Chooses rows for a batch. This only affects the grouping: each row is locked and read again before it changes. */
export const batchable: Readonly<Record<BatchedKind, Batchable>> = {
  // A checkout with a payment in progress may release a promotion code, a row that others wait for.
  'checkout.expire': (sql, ids) =>
    idsOf(
      sql,
      `SELECT id FROM checkouts WHERE id IN (?) AND test_clock_id IS NULL AND active_payment_id IS NULL
         AND (customer_id IS NULL OR mode = 'payment') ORDER BY id`,
      ids,
    ),
  // Changes to one customer's subscriptions must run one at a time.
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
