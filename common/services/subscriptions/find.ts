import type { Sql } from '../../../db/sql.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { serializeSubscription, SUBSCRIPTION_SELECT, type SubscriptionRow } from './rows.ts'

const BY_ID = `${SUBSCRIPTION_SELECT} WHERE subscription.project_id = ? AND subscription.is_test = ? AND subscription.id IN (?)`

/** Finds a subscription of this project and mode by id; returns null if not found. */
export async function findSubscription(
  sql: Sql,
  scope: Scope,
  id: number,
): Promise<SubscriptionObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? serializeSubscription(row) : null
}

/** Returns the subscription like `findSubscription`, or throws 404. */
export async function getSubscription(sql: Sql, scope: Scope, id: number): Promise<SubscriptionObject> {
  return serializeSubscription(await getSubscriptionRow(sql, scope, id))
}

/** Returns the subscription's row, or throws 404. */
export async function getSubscriptionRow(sql: Sql, scope: Scope, id: number): Promise<SubscriptionRow> {
  const row = await findRow(sql, scope, id)
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'subscription' } })
  return row
}

function findRow(sql: Sql, scope: Scope, id: number): Promise<SubscriptionRow | undefined> {
  return sql.row<SubscriptionRow>(BY_ID, [scope.project.id, scope.isTest, id], { combine: 'subject' })
}

/** Finds the entitled subscriptions of these customers, newest first. Each gives its customer access. */
export async function findEntitled(sql: Sql, customerIds: readonly number[]): Promise<SubscriptionObject[]> {
  const rows = await sql.rows<SubscriptionRow>(
    `${SUBSCRIPTION_SELECT} WHERE subscription.customer_id IN (?) AND subscription.status <> 'canceled' ORDER BY subscription.id DESC`,
    [customerIds],
  )
  return rows.map(serializeSubscription)
}

/** Finds subscriptions by id, newest first. Does not check project and mode: the caller must. */
export async function findSubscriptions(sql: Sql, ids: readonly number[]): Promise<SubscriptionObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<SubscriptionRow>(
    `${SUBSCRIPTION_SELECT} WHERE subscription.id IN (?) ORDER BY subscription.id DESC`,
    [ids],
  )
  return rows.map(serializeSubscription)
}
