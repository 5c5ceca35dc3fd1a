import { equal, where } from '../../db/listing.ts'
import type { Sql } from '../../db/sql.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import type { EntitlementObject } from './object.ts'

/** Whose entitlements: the customer's own id, or the merchant's of them. */
export interface EntitlementQuery {
  customer_id?: number
  client_reference_id?: string
}

/** What a customer may use now, in one statement; nothing for somebody whom nobody knows. */
export async function listEntitlements(
  sql: Sql,
  scope: Scope,
  { customer_id, client_reference_id }: EntitlementQuery,
): Promise<EntitlementObject[]> {
  const named = where(
    equal({
      'customer.project_id': scope.project.id,
      'customer.is_test': scope.isTest,
      'customer.id': customer_id,
      'customer.client_reference_id': client_reference_id,
    }),
  )
  const rows = await sql.rows<Omit<EntitlementObject, 'until'> & { until: Date }>(
    `SELECT product.id AS product_id, product.client_reference_id AS product_client_reference_id,
       product.name AS product_name, price.id AS price_id, price.lookup_key, subscription.id AS subscription_id,
       subscription.status, COALESCE(subscription.grace_ends_at, subscription.current_period_end) AS until
     FROM customers customer
     JOIN subscriptions subscription ON subscription.customer_id = customer.id
     JOIN products product ON product.id = subscription.product_id
     JOIN prices price ON price.id = subscription.price_id
     WHERE ${named.text} AND customer.deleted_at IS NULL AND subscription.status <> 'canceled'
     ORDER BY subscription.id`,
    named.values,
  )
  return rows.map((row) => ({ ...row, until: iso(row.until) }))
}
