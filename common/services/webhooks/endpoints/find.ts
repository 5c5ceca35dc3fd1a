import type { Sql } from '../../../../db/sql.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Scope } from '../../projects/project.ts'
import { type EndpointRow, OWN_ENDPOINT, serializeEndpoint } from './rows.ts'

/** Returns the endpoint `id` of this project and mode, or throws 404. */
export async function getEndpoint(sql: Sql, scope: Scope, id: number): Promise<EndpointObject> {
  return serializeEndpoint(await getEndpointRow(sql, scope, id))
}

/** Returns the endpoint's row, or throws 404. Use lock.ts to lock it. */
export async function getEndpointRow(
  sql: Sql,
  scope: Scope,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<EndpointRow> {
  const row = await sql.row<EndpointRow>(
    `SELECT * FROM webhook_endpoints WHERE id = ? AND ${OWN_ENDPOINT} ${lock}`,
    [id, scope.project.id, scope.isTest],
  )
  if (!row) throw new Refusal({ code: 'not_found', params: { what: 'webhook endpoint' } })
  return row
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
