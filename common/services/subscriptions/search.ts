import { findIdsByPrefix } from '../../../db/find-by-prefix.ts'
import type { Sql } from '../../../db/sql.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { type Found, MOST_FOUND, type SearchText } from '../../kit/wanted.ts'
import { customerSearch } from '../customers/search.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from './find.ts'

/**
 * Finds the newest subscriptions of customers by the start of their email, phone, reference or name, or of the name from its
 * second word on. Customers without a subscription do not count.
 */
export async function searchSubscriptions(
  sql: Sql,
  scope: Scope,
  wanted: SearchText,
): Promise<Found<SubscriptionObject>> {
  const { listing, fieldsOf } = customerSearch(scope)
  const most = MOST_FOUND + 1
  // Not EXISTS, which a server may turn into a scan of the subscriptions of all shops.
  const keep = `(SELECT subscriptions.id FROM subscriptions FORCE INDEX (subscriptions_customer)
    WHERE subscriptions.customer_id = some.id LIMIT 1) IS NOT NULL`
  const found = await findIdsByPrefix(sql, { ...listing, keep }, wanted, fieldsOf, most)
  const customers = found.items.slice(0, MOST_FOUND)
  if (customers.length === 0) return { items: [], isCut: found.isCut }
  // Each customer has a part of its own, so that one with many subscriptions is read from the end of the index.
  const newest = `(SELECT id FROM subscriptions FORCE INDEX (subscriptions_customer)
    WHERE customer_id = ? ORDER BY id DESC LIMIT ${most})`
  const rows = await sql.rows<{ id: number }>(
    `${customers.map(() => newest).join(' UNION ALL ')} ORDER BY id DESC LIMIT ${most}`,
    customers,
  )
  const ids = rows.slice(0, MOST_FOUND).map(({ id }) => id)
  return {
    items: await findSubscriptions(sql, ids),
    isCut: found.isCut || rows.length > MOST_FOUND,
  }
}
