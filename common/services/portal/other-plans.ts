import type { Sql } from '../../../db/sql.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import type { Scope } from '../projects/project.ts'

/** Among so many plans every customer finds another one. */
const MOST = 1000

/** Returns whether a subscription could change to any other plan. */
export type HasPlans = (subscription: SubscriptionObject) => boolean

/** Reads the prices on sale and the customer's products once; the result serves all their subscriptions. */
export async function otherPlans(sql: Sql, scope: Scope, customerId: number): Promise<HasPlans> {
  const prices = await sql.rows<{ id: number; held_by: number | null }>(
    `SELECT price.id, held.subscription_id AS held_by
     FROM prices price JOIN products product ON product.id = price.product_id
     LEFT JOIN holds held ON held.project_id = price.project_id AND held.is_test = price.is_test
       AND held.customer_id = ? AND held.product_id = product.id
     WHERE price.project_id = ? AND price.is_test = ? AND price.type = 'recurring' AND price.active AND price.portal AND product.active
     LIMIT ${MOST}`,
    [customerId, scope.project.id, scope.isTest],
  )
  return ({ id, price_id: present, scheduled_price_id: scheduled }) =>
    prices.some(
      ({ id: price, held_by: holder }) =>
        (holder === null || holder === id) && price !== present && price !== scheduled,
    )
}
