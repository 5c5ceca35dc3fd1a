import type { Sql } from '../../../db/sql.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../../projects/project.ts'
import type { EndpointObject } from './object.ts'
import { type EndpointRow, OWN_ENDPOINT, serializeEndpoint } from './rows.ts'

/** The endpoint `id` of this project and mode; where there is none: 404. */
export async function getEndpoint(sql: Sql, scope: Scope, id: number): Promise<EndpointObject> {
  return serializeEndpoint(await getEndpointRow(sql, scope, id))
}

/** As `getEndpoint`, as the table holds it; `lock` is for lock.ts. */
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
