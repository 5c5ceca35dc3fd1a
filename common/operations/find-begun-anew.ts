import type { Sql } from '../../db/sql.ts'

/**
 * The checkout by which a customer whose subscription to a product has ended begins another, and whose reported transfer
 * waits for an answer. Until then it has no subscription; nobody is to pay beside it.
 */
export function findBegunAnew(
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
