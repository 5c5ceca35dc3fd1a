import { Refusal } from '../kit/refusal.ts'
import { iso, isoOrNull } from '../kit/time.ts'
import { presentPrice, PRICE_COLUMNS, readMetadata } from '../products/present.ts'
import type { PriceRow } from '../products/present.ts'
import type { Scope } from '../projects/project.ts'
import type { Condition } from '../../db/listing.ts'
import { pageOf } from '../../db/page.ts'
import type { Page } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { SubscriptionObject } from './object.ts'
import type { CancellationDetails } from './rules/cancellation.ts'
import { isEntitled } from './rules/states.ts'
import type { CancellationReason, SubscriptionStatus } from './rules/states.ts'

interface Row extends PriceRow {
  id: number
  project_id: number
  is_test: number
  customer_id: number
  status: SubscriptionStatus
  current_period_start: Date
  current_period_end: Date
  trial_ends_at: Date | null
  canceled_at: Date | null
  ended_at: Date | null
  cancellation_reason: CancellationReason | null
  cancellation_feedback: CancellationDetails['feedback']
  cancellation_comment: string | null
  scheduled_price_id: number | null
  metadata: string | null
  created_at: Date
  updated_at: Date
  customer_name: string | null
  customer_email: string | null
  customer_phone: string | null
  customer_client_reference_id: string | null
}

/** A subscription with its customer, price and product, in one round trip. */
const SELECT = `SELECT subscription.*, customer.name AS customer_name, customer.email AS customer_email,
    customer.phone AS customer_phone, customer.client_reference_id AS customer_client_reference_id, ${PRICE_COLUMNS}
  FROM subscriptions subscription
  JOIN customers customer ON customer.id = subscription.customer_id
  JOIN prices price ON price.id = subscription.price_id
  JOIN products product ON product.id = subscription.product_id`

/** The subscription `id` of this project and mode, or null. */
export async function findSubscription(
  sql: Sql,
  scope: Scope,
  id: number,
): Promise<SubscriptionObject | null> {
  const row = await sql.row<Row>(
    `${SELECT} WHERE subscription.id = ? AND subscription.project_id = ? AND subscription.is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  return row ? present(row) : null
}

/** As `findSubscription`; where there is none, that is the answer to the request: 404. */
export async function subscriptionOf(sql: Sql, scope: Scope, id: number): Promise<SubscriptionObject> {
  const subscription = await findSubscription(sql, scope, id)
  if (!subscription) throw new Refusal({ code: 'not_found', words: { what: 'subscription' } })
  return subscription
}

/** The entitled subscriptions of these customers, newest first: whoever has one must be let in. */
export async function entitledOf(sql: Sql, customerIds: readonly number[]): Promise<SubscriptionObject[]> {
  const rows = await sql.rows<Row>(
    `${SELECT} WHERE subscription.customer_id IN (?) AND subscription.status <> 'canceled' ORDER BY subscription.id DESC`,
    [customerIds],
  )
  return rows.map(present)
}

/** These subscriptions, newest first; whose they are is the caller's to know. */
export async function findSubscriptions(sql: Sql, ids: readonly number[]): Promise<SubscriptionObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<Row>(`${SELECT} WHERE subscription.id IN (?) ORDER BY subscription.id DESC`, [
    ids,
  ])
  return rows.map(present)
}

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

function present(row: Row): SubscriptionObject {
  const price = presentPrice(row)
  return {
    id: row.id,
    status: row.status,
    entitled: isEntitled(row.status),
    project_id: row.project_id,
    customer_id: row.customer_id,
    product_id: row.product_id,
    price_id: row.price_id,
    current_period_start: iso(row.current_period_start),
    current_period_end: iso(row.current_period_end),
    trial_ends_at: isoOrNull(row.trial_ends_at),
    canceled_at: isoOrNull(row.canceled_at),
    ended_at: isoOrNull(row.ended_at),
    cancellation_reason: row.cancellation_reason,
    cancellation_details: detailsOf(row),
    scheduled_price_id: row.scheduled_price_id,
    is_test: Boolean(row.is_test),
    customer: {
      id: row.customer_id,
      name: row.customer_name,
      email: row.customer_email,
      phone: row.customer_phone,
      client_reference_id: row.customer_client_reference_id,
    },
    price,
    product: price.product,
    metadata: readMetadata(row.metadata),
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
  }
}

function detailsOf({
  cancellation_feedback: feedback,
  cancellation_comment: comment,
}: Row): CancellationDetails | null {
  return feedback === null && comment === null ? null : { feedback, comment }
}
