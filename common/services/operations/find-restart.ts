import type { Sql } from '../../../db/sql.ts'

/**
 * Returns the checkout with a pending payment that starts a new subscription to a product after the old one ended.
 * It has no subscription until the merchant decides, and the customer must not pay a second time.
 */
export function findRestart(
  sql: Sql,
  customerId: number,
  productId: number,
): Promise<{ id: number; token: string } | undefined> {
  return sql.row(
    `SELECT checkout.id, checkout.token FROM checkouts checkout
     JOIN checkout_items item ON item.checkout_id = checkout.id
     JOIN prices price ON price.id = item.price_id
     WHERE checkout.customer_id = ? AND checkout.status = 'pending' AND checkout.purpose = 'new' AND price.product_id = ?
     ORDER BY checkout.id LIMIT 1`,
    [customerId, productId],
  )
}
