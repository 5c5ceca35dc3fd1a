import type { Sql } from '../../db/sql.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { SubscriptionObject } from './object.ts'
import { serializeSubscription, SUBSCRIPTION_SELECT, type SubscriptionRow } from './rows.ts'

const BY_ID = `${SUBSCRIPTION_SELECT} WHERE subscription.project_id = ? AND subscription.is_test = ? AND subscription.id IN (?)`

/** The subscription `id` of this project and mode, or null. */
export async function findSubscription(
  sql: Sql,
  scope: Scope,
  id: number,
): Promise<SubscriptionObject | null> {
  const row = await findRow(sql, scope, id)
  return row ? serializeSubscription(row) : null
}

/** As `findSubscription`; where there is none: 404. */
export async function getSubscription(sql: Sql, scope: Scope, id: number): Promise<SubscriptionObject> {
  return serializeSubscription(await getSubscriptionRow(sql, scope, id))
}

/** As `getSubscription`, as the tables hold it. */
export async function getSubscriptionRow(sql: Sql, scope: Scope, id: number): Promise<SubscriptionRow> {
  const row = await findRow(sql, scope, id)
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'subscription' } })
  return row
}

function findRow(sql: Sql, scope: Scope, id: number): Promise<SubscriptionRow | undefined> {
  return sql.rowOf<SubscriptionRow>(id, BY_ID, [scope.project.id, scope.isTest])
}

/** The entitled subscriptions of these customers, newest first: whoever has one must be let in. */
export async function findEntitled(sql: Sql, customerIds: readonly number[]): Promise<SubscriptionObject[]> {
  const rows = await sql.rows<SubscriptionRow>(
    `${SUBSCRIPTION_SELECT} WHERE subscription.customer_id IN (?) AND subscription.status <> 'canceled' ORDER BY subscription.id DESC`,
    [customerIds],
  )
  return rows.map(serializeSubscription)
}

/** These subscriptions, newest first; whose they are is the caller's to know. */
export async function findSubscriptions(sql: Sql, ids: readonly number[]): Promise<SubscriptionObject[]> {
  if (ids.length === 0) return []
  const rows = await sql.rows<SubscriptionRow>(
    `${SUBSCRIPTION_SELECT} WHERE subscription.id IN (?) ORDER BY subscription.id DESC`,
    [ids],
  )
  return rows.map(serializeSubscription)
}
