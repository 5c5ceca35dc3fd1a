import { equal, oneOfValues, within } from '../../db/listing.ts'
import { type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from './find.ts'
import type { SubscriptionObject, SubscriptionStatus } from './object.ts'

export interface SubscriptionFilter extends ListQuery {
  customer_id?: number
  price_id?: number
  price?: string
  status?: SubscriptionStatus[]
}

/** The subscriptions of this project and mode, newest first. */
export function listSubscriptions(
  sql: Sql,
  scope: Scope,
  filter: SubscriptionFilter,
): Promise<Page<SubscriptionObject>> {
  const own = { project_id: scope.project.id, is_test: scope.isTest }
  const { customer_id, price_id, status, price } = filter
  const conditions = equal({ ...own, customer_id, price_id })
  if (price !== undefined) conditions.push(...within('price_id', 'prices', { ...own, lookup_key: price }))
  const listing = {
    ...{ table: 'subscriptions', conditions, oneOf: oneOfValues('status', status) },
    risesWithTime: inStep(scope),
  }
  return pageOf(sql, listing, filter, (ids) => findSubscriptions(sql, ids))
}
