import type { Sql } from '../../../db/sql.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'

/** The first line of an order, and the number of further lines. */
export interface Bought {
  name: string
  quantity: number
  others: number
}

/** Returns what a payment is for: the items of its checkout, or the description of its invoice. Null if nothing says it. */
export async function findBought(
  sql: Sql,
  projectId: number,
  { type, id }: PaymentObject['payable'],
): Promise<Bought | null> {
  const text =
    type === 'checkout'
      ? 'SELECT name, quantity FROM checkout_items WHERE project_id = ? AND checkout_id = ? ORDER BY id'
      : 'SELECT description AS name, 1 AS quantity FROM invoices WHERE project_id = ? AND id = ? AND description IS NOT NULL'
  const [first, ...others] = await sql.rows<{ name: string; quantity: number }>(text, [projectId, id])
  return first ? { ...first, others: others.length } : null
}
