import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Page } from '../../db/page.ts'
import { pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import { presentEndpoint } from './present-endpoint.ts'
import type { EndpointObject, EndpointRow } from './present-endpoint.ts'

const OWN = 'project_id = ? AND is_test = ? AND deleted_at IS NULL'

/** The endpoint `id` of this project and mode; refuses where there is none. */
export async function endpointOf(sql: Sql, scope: Scope, id: number): Promise<EndpointObject> {
  return presentEndpoint(await find(sql, scope, id, ''))
}

/** As `endpointOf`, for a change: whoever comes meanwhile waits. */
export async function lockEndpoint(tx: Tx, scope: Scope, id: number): Promise<EndpointRow> {
  return find(tx.sql, scope, id, 'FOR UPDATE')
}

async function find(sql: Sql, scope: Scope, id: number, lock: '' | 'FOR UPDATE'): Promise<EndpointRow> {
  const row = await sql.row<EndpointRow>(`SELECT * FROM webhook_endpoints WHERE id = ? AND ${OWN} ${lock}`, [
    id,
    scope.project.id,
    scope.isTest,
  ])
  if (!row) throw new Refusal({ code: 'not_found', words: { what: 'webhook endpoint' } })
  return row
}

/** A page of endpoints, newest first. */
export async function listEndpoints(sql: Sql, scope: Scope, page: number): Promise<Page<EndpointObject>> {
  const listing = {
    table: 'webhook_endpoints',
    conditions: [[OWN, scope.project.id, scope.isTest] as const],
  }
  return pageOf(sql, listing, page, async (ids) => {
    const rows = await sql.rows<EndpointRow>('SELECT * FROM webhook_endpoints WHERE id IN (?)', [ids])
    return rows.sort((a, b) => b.id - a.id).map((row) => presentEndpoint(row))
  })
}
