import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { SubscriptionObject, SubscriptionStatus } from '../../domain/subscriptions/object.ts'
import { ofRow, ofValues } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from './find.ts'

export interface SubscriptionFilter extends ListQuery {
  customer_id?: number
  price_id?: number
  price?: string
  status?: SubscriptionStatus[]
}

const INDEXES: readonly ListIndex[] = [
  { name: 'subscriptions_list', of: [] },
  { name: 'subscriptions_customer', of: ['customer_id'], isOfRow: true },
  { name: 'subscriptions_price_status', of: ['price', 'status'], isOfRow: true },
  { name: 'subscriptions_price', of: ['price'], isOfRow: true },
  { name: 'subscriptions_status', of: ['status'] },
]

/** Lists the subscriptions of this project and mode, newest first. */
export function listSubscriptions(
  sql: Sql,
  scope: Scope,
  filter: SubscriptionFilter,
): Promise<Page<SubscriptionObject>> {
  const { customer_id, price_id, price, status } = filter
  const isPriced = price_id !== undefined || price !== undefined
  const filters = {
    customer_id:
      customer_id === undefined ? undefined : ofRow('customer_id', 'customers', scope, { id: customer_id }),
    price: isPriced ? ofRow('price_id', 'prices', scope, { id: price_id, lookup_key: price }) : undefined,
    status: ofValues('status', status),
  }
  const list = { table: 'subscriptions', scope, filters, indexes: INDEXES, byTime: 'subscriptions_created' }
  return listPage(sql, list, filter, (ids) => findSubscriptions(sql, ids))
}
