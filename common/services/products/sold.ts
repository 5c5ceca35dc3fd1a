import type { Sql } from '../../../db/sql.ts'
import type { Scope } from '../projects/project.ts'

/** Number of the newest paid orders that are read. It bounds the time in a shop that has sold much. */
export const ORDERS_LOOKED_AT = 1_000

/** The sales of a product in the newest paid orders of its project and mode. */
export interface Sold {
  orders: number
  /** When it was last sold; null if it is in none of these orders. */
  lastAt: Date | null
}

/** Counts the newest paid orders that contain a product, at any price. */
export async function countSold(sql: Sql, scope: Scope, productId: number): Promise<Sold> {
  const row = await sql.row<{ orders: number; last_at: Date | null }>(
    `SELECT COUNT(DISTINCT latest.id) AS orders, MAX(latest.paid_at) AS last_at FROM (
       SELECT id, paid_at FROM checkouts FORCE INDEX (checkouts_status)
       WHERE project_id = ? AND is_test = ? AND status = 'complete' ORDER BY id DESC LIMIT ${ORDERS_LOOKED_AT}
     ) latest JOIN checkout_items item ON item.checkout_id = latest.id WHERE item.product_id = ?`,
    [scope.project.id, scope.isTest, productId],
  )
  return { orders: row?.orders ?? 0, lastAt: row?.last_at ?? null }
}
