import { equal, where } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import { rangeConditions, type TimeRange } from '../../../db/time-range.ts'
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionObject,
  type SubscriptionStatus,
} from '../../domain/subscriptions/object.ts'
import { type Filter, ofRow, ofValues } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { findSubscriptions } from './find.ts'

export interface SubscriptionFilter extends ListQuery, TimeRange<'current_period_end'> {
  customer_id?: number
  price_id?: number
  price?: string
  status?: SubscriptionStatus[]
}

/** The most ends of a range that are read separately: every day of a month, with two statuses. */
const MOST_ENDS = 62

const INDEXES: readonly ListIndex[] = [
  { name: 'subscriptions_list', of: [] },
  { name: 'subscriptions_customer', of: ['customer_id'], isOfRow: true },
  { name: 'subscriptions_price_status', of: ['price', 'status'], isOfRow: true },
  { name: 'subscriptions_price', of: ['price'], isOfRow: true },
  { name: 'subscriptions_status', of: ['status'] },
]

/** Lists the subscriptions of this project and mode, newest first. */
export async function listSubscriptions(
  sql: Sql,
  scope: Scope,
  filter: SubscriptionFilter,
): Promise<Page<SubscriptionObject>> {
  const { customer_id, price_id, price, status } = filter
  const isPriced = price_id !== undefined || price !== undefined
  const ends = await endsIn(sql, scope, filter)
  const filters = {
    customer_id:
      customer_id === undefined ? undefined : ofRow('customer_id', 'customers', scope, { id: customer_id }),
    price: isPriced ? ofRow('price_id', 'prices', scope, { id: price_id, lookup_key: price }) : undefined,
    ...(ends ? { current_period_end: ends.filter } : { status: ofValues('status', status) }),
  }
  const indexes = ends ? [...INDEXES, ends.index] : INDEXES
  const list = { table: 'subscriptions', scope, filters, indexes, byTime: 'subscriptions_created' }
  return listPage(sql, list, filter, (ids) => findSubscriptions(sql, ids))
}

/**
 * Returns the filter for the ends of periods, with the statuses; undefined if the query has no range of ends. Paid time
 * ends with a day, so a range has few different ends. The index has the rows of each in order of their ids, so that the
 * list is read without sorting. A range with too many ends is only read if it has few rows.
 */
async function endsIn(
  sql: Sql,
  { project, isTest }: Scope,
  filter: SubscriptionFilter,
): Promise<{ filter: Filter; index: ListIndex } | undefined> {
  const range = rangeConditions('current_period_end', 'current_period_end', filter)
  if (range.length === 0) return undefined
  const statuses: readonly SubscriptionStatus[] = filter.status ?? SUBSCRIPTION_STATUSES
  const { text: inRange, values: times } = where(range)
  const name = 'subscriptions_ends'
  const own = where(equal({ project_id: project.id, is_test: isTest }))
  // Grouped by all columns of the index, each end is found by one step in it.
  const endsOf = `SELECT status, current_period_end FROM subscriptions FORCE INDEX (${name})
    WHERE ${own.text} AND status = ? AND ${inRange}
    GROUP BY project_id, is_test, status, current_period_end LIMIT ?`
  const ends = await sql.rows<{ status: SubscriptionStatus; ends_at: string }>(
    `SELECT status, CAST(current_period_end AS CHAR) AS ends_at
     FROM (${statuses.map(() => `(${endsOf})`).join(' UNION ALL ')}) ends LIMIT ?`,
    [...statuses.flatMap((status) => [...own.values, status, ...times, MOST_ENDS + 1]), MOST_ENDS + 1],
  )
  const ranges = statuses.map((status) => ({
    condition: [`status = ? AND ${inRange}`, status, ...times] as const,
  }))
  const isUnordered = ends.length > MOST_ENDS
  const oneOf = isUnordered
    ? ranges
    : ends.map(({ status, ends_at: endsAt }) => ({
        condition: ['status = ? AND current_period_end = ?', status, endsAt] as const,
      }))
  return { filter: { oneOf, counted: ranges }, index: { name, of: ['current_period_end'], isUnordered } }
}
