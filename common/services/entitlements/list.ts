import { equal, where } from '../../../db/listing.ts'
import type { Sql } from '../../../db/sql.ts'
import type { EntitlementObject } from '../../domain/entitlements/object.ts'
import { accessEnd } from '../../domain/subscriptions/upcoming.ts'
import { iso } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'

/** Names the customer: by our id, or by the merchant's own id. */
export interface EntitlementQuery {
  customer_id?: number
  client_reference_id?: string
}

interface Row extends Omit<EntitlementObject, 'until'> {
  canceled_at: Date | null
  current_period_end: Date
  grace_ends_at: Date | null
  grace_days: number
  deferred_until: Date | null
  clock_time: Date | null
}

/**
 * Lists the products that a customer may use at `now`, or at the time of their test clock, in one statement. Empty
 * for an unknown customer.
 */
export async function listEntitlements(
  sql: Sql,
  scope: Scope,
  { customer_id, client_reference_id }: EntitlementQuery,
  now: Date,
): Promise<EntitlementObject[]> {
  const named = where(
    equal({
      'customer.project_id': scope.project.id,
      'customer.is_test': scope.isTest,
      'customer.id': customer_id,
      'customer.client_reference_id': client_reference_id,
    }),
  )
  const rows = await sql.rows<Row>(
    `SELECT product.id AS product_id, product.client_reference_id AS product_client_reference_id,
       product.name AS product_name, price.id AS price_id, price.lookup_key, subscription.id AS subscription_id,
       subscription.status, subscription.canceled_at, subscription.current_period_end, subscription.grace_ends_at,
       product.grace_period_days AS grace_days, clock.frozen_time AS clock_time,
       (SELECT MAX(payment.expires_at) FROM checkouts checkout
          JOIN payments payment ON payment.id = checkout.active_payment_id
          WHERE checkout.subscription_id = subscription.id AND checkout.status = 'pending') AS deferred_until
     FROM customers customer
     JOIN subscriptions subscription ON subscription.customer_id = customer.id
     JOIN products product ON product.id = subscription.product_id
     JOIN prices price ON price.id = subscription.price_id
     LEFT JOIN test_clocks clock ON clock.id = subscription.test_clock_id
     WHERE ${named.text} AND customer.deleted_at IS NULL AND subscription.status <> 'canceled'
     ORDER BY subscription.id`,
    named.values,
  )
  return rows.map((row) => entitlementOf(row, scope, now))
}

function entitlementOf(row: Row, { project }: Scope, now: Date): EntitlementObject {
  const {
    canceled_at: canceledAt,
    current_period_end: currentPeriodEnd,
    grace_ends_at: graceEndsAt,
    grace_days: graceDays,
    deferred_until: endDeferredUntil,
    clock_time: clockTime,
    ...entitlement
  } = row
  const dates = { canceledAt, currentPeriodEnd, graceEndsAt, graceDays, endDeferredUntil }
  const state = { status: row.status, zone: project.timezone, ...dates }
  return { ...entitlement, until: iso(accessEnd(state, clockTime ?? now)) }
}
