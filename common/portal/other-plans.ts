import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { SubscriptionObject } from '../subscriptions/object.ts'

/** A merchant who sells more plans than this has another one for everybody. */
const MOST = 1000

/** Whether there is any other plan that a customer could have in place of one of their subscriptions. */
export type HasPlans = (subscription: SubscriptionObject) => boolean

/** Looks once at what is sold and what the customer holds; answers for each of their subscriptions. */
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
