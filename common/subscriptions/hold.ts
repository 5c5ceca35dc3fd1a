import type { Scope } from '../projects/project.ts'
import { isDuplicate } from '../../db/errors.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Sql } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { TryAgain } from '../../db/transaction.ts'

/** Which subscription holds a product for a customer, or null: by being entitled to it, or by its schedule. */
export async function holderOf(
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
 * Makes a locked subscription hold exactly these products. The unique index decides who has one:
 * whoever comes second runs again, and then sees the first.
 */
export async function holdProducts(
  tx: Tx,
  subscription: Subscription,
  productIds: readonly number[],
): Promise<void> {
  const { id, projectId, isTest, customerId } = subscription
  await tx.sql.run('DELETE FROM holds WHERE subscription_id = ?', [id])
  if (productIds.length === 0) return
  try {
    await tx.sql.run(
      'INSERT INTO holds (project_id, is_test, customer_id, product_id, subscription_id) VALUES ?',
      [Array.from(new Set(productIds), (productId) => [projectId, isTest, customerId, productId, id])],
    )
  } catch (error) {
    throw isDuplicate(error) ? new TryAgain() : error
  }
}
