import type { Sql } from '../../../db/sql.ts'
import type { Amount } from '../../kit/money.ts'

/** Money that arrived for a payment. */
export interface Arrival {
  amount: Amount
  at: Date
}

/** Finds the money that arrived for a payment, oldest first. */
export async function findArrivals(sql: Sql, paymentId: number): Promise<Arrival[]> {
  const rows = await sql.rows<{ amount: Amount; created_at: Date }>(
    'SELECT amount, created_at FROM deposits FORCE INDEX (deposits_entry) WHERE payment_id = ? ORDER BY id',
    [paymentId],
  )
  return rows.map(({ amount, created_at: at }) => ({ amount, at }))
}
