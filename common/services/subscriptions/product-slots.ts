import { writeRows } from '../../../db/rows.ts'
import type { Sql } from '../../../db/sql.ts'
import { lostRace, type Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import type { Subscription } from './subscriptions-table.ts'

/** Returns the subscription that holds a product for a customer now or by its schedule; null if none. */
export async function slotOwner(
  sql: Sql,
  scope: Scope,
  customerId: number,
  productId: number,
): Promise<number | null> {
  const row = await sql.row<{ subscription_id: number }>(
    'SELECT subscription_id FROM holds WHERE project_id = ? AND is_test = ? AND customer_id = ? AND product_id = ?',
    [scope.project.id, scope.isTest, customerId, productId],
  )
  return row?.subscription_id ?? null
}

/**
 * Updates the products that a locked subscription holds: by its price, its scheduled price and its paid
 * time; none once it has ended. A unique index prevents two holders: the second transaction is retried and
 * then sees the first.
 */
export async function takeProductSlots(tx: Tx, subscription: Subscription): Promise<void> {
  const { id, projectId, isTest, customerId } = subscription
  const products = subscription.status === 'canceled' ? [] : await productsOf(tx, subscription)
  await tx.sql.write('DELETE FROM holds WHERE subscription_id IN (?)', [id], { combine: 'subject' })
  if (products.length === 0) return
  const own = { project_id: projectId, is_test: isTest, customer_id: customerId, subscription_id: id }
  const rows = products.map((productId) => ({ ...own, product_id: productId }))
  await writeRows(tx.sql, 'holds', rows, { failed: lostRace })
}

async function productsOf(tx: Tx, { id, priceId, scheduledPriceId }: Subscription): Promise<number[]> {
  const rows = await tx.sql.rows<{ product_id: number }>(
    `SELECT product_id FROM prices WHERE id IN (?)
     UNION SELECT price.product_id FROM segments segment JOIN prices price ON price.id = segment.price_id
       WHERE segment.subscription_id = ? AND segment.ends_at > ?`,
    [[priceId, scheduledPriceId ?? priceId], id, tx.now],
  )
  return rows.map(({ product_id: productId }) => productId)
}
