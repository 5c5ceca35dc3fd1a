import type { Condition } from '../../db/listing.ts'
import { type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from './find.ts'
import type { SubscriptionObject, SubscriptionStatus } from './object.ts'

export interface SubscriptionFilter {
  page?: number
  customer_id?: number
  price_id?: number
  price?: string
  status?: SubscriptionStatus
}

/** The subscriptions of this project and mode, newest first. */
export async function listSubscriptions(
  sql: Sql,
  scope: Scope,
  filter: SubscriptionFilter,
): Promise<Page<SubscriptionObject>> {
  const conditions: Condition[] = [
    ['project_id = ?', scope.project.id],
    ['is_test = ?', scope.isTest],
  ]
  for (const column of ['customer_id', 'price_id', 'status'] as const) {
    const value = filter[column]
    if (value !== undefined) conditions.push([`${column} = ?`, value])
  }
  if (filter.price !== undefined) conditions.push(['price_id = ?', await idOfKey(sql, scope, filter.price)])
  return pageOf(sql, { table: 'subscriptions', conditions }, filter.page ?? 1, (ids) =>
    findSubscriptions(sql, ids),
  )
}

async function idOfKey(sql: Sql, scope: Scope, key: string): Promise<number> {
  const row = await sql.row<{ id: number }>(
    'SELECT id FROM prices WHERE project_id = ? AND is_test = ? AND lookup_key = ?',
    [scope.project.id, scope.isTest, key],
  )
  return row?.id ?? 0
}
