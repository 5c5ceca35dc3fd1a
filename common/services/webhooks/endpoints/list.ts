import { type ListQuery, type Page, pageOf } from '../../../../db/page.ts'
import type { Sql } from '../../../../db/sql.ts'
import type { EndpointObject } from '../../../domain/webhooks/endpoints/object.ts'
import type { Scope } from '../../projects/project.ts'
import { PAUSED } from './failing.ts'
import { type EndpointRow, OWN_ENDPOINT, serializeEndpoint } from './rows.ts'

interface EndpointFilter extends ListQuery {
  /** Only active endpoints that failed several times in a row. */
  isFailing?: boolean
}

/** Lists endpoints, newest first. */
export async function listEndpoints(
  sql: Sql,
  scope: Scope,
  { isFailing = false, ...query }: EndpointFilter,
): Promise<Page<EndpointObject>> {
  const listing = {
    table: 'webhook_endpoints',
    conditions: [
      [OWN_ENDPOINT, scope.project.id, scope.isTest] as const,
      ...(isFailing ? [[`active AND ${PAUSED}`] as const] : []),
    ],
  }
  return pageOf(sql, listing, query, async (ids) => {
    const rows = await sql.rows<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id IN (?)', [ids])
    return rows.map((row) => serializeEndpoint(row))
  })
}
