import { rowOf } from '../../../../db/model.ts'
import { find } from '../../../../db/save.ts'
import type { Sql } from '../../../../db/sql.ts'
import type { Tx } from '../../../../db/transaction.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Scope } from '../../projects/project.ts'
import { serializeEndpoint } from './rows.ts'
import { WebhookEndpoint } from './webhook-endpoints-table.ts'

/** Finds an endpoint of this project and mode; null if it does not exist or is deleted. */
export function findOwnEndpoint(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
  options?: { lock: boolean },
): Promise<WebhookEndpoint | null> {
  return find(sql, WebhookEndpoint, { id, projectId: project.id, isTest, deletedAt: null }, options)
}

/** Returns the endpoint `id` of this project and mode, or throws 404. */
export async function getEndpoint(sql: Sql, scope: Scope, id: number): Promise<EndpointObject> {
  return serializeEndpoint(rowOf((await findOwnEndpoint(sql, scope, id)) ?? noEndpoint()))
}

/** Locks an endpoint of this project and mode until the transaction ends, or throws 404. */
export async function lockEndpoint(tx: Tx, scope: Scope, id: number): Promise<WebhookEndpoint> {
  return (await findOwnEndpoint(tx.sql, scope, id, { lock: true })) ?? noEndpoint()
}

function noEndpoint(): never {
  throw new Refusal({ code: 'not_found', params: { what: 'webhook endpoint' } })
}

/** Returns the addresses of endpoints by their ids, in one statement. An endpoint that was deleted is missing. */
export async function findEndpointUrls(sql: Sql, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await sql.rows<{ id: number; url: string }>(
    'SELECT id, url FROM webhook_endpoints WHERE id IN (?) AND deleted_at IS NULL',
    [Array.from(new Set(ids))],
  )
  return new Map(rows.map(({ id, url }) => [id, url]))
}
