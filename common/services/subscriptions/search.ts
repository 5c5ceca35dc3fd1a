import type { Sql } from '../../../db/sql.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { MOST_FOUND, type SearchText } from '../../kit/wanted.ts'
import { searchCustomers } from '../customers/search.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from './find.ts'

/** Finds the newest subscriptions of customers by the start of their email, phone, reference or name. */
export async function searchSubscriptions(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
): Promise<SubscriptionObject[]> {
  const customers = await searchCustomers(sql, scope, wanted)
  if (customers.length === 0) return []
  // Each customer has a part of its own, so that one with many subscriptions is read from the end of the index.
  const newest = `(SELECT id FROM subscriptions FORCE INDEX (subscriptions_customer)
    WHERE customer_id = ? ORDER BY id DESC LIMIT ${MOST_FOUND})`
  const rows = await sql.rows<{ id: number }>(
    `${customers.map(() => newest).join(' UNION ALL ')} ORDER BY id DESC LIMIT ${MOST_FOUND}`,
    customers.map(({ id }) => id),
  )
  return findSubscriptions(
    sql,
    rows.map(({ id }) => id),
  )
}
