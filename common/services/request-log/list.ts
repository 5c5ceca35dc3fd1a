import { oneOfValues } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { LoggedRequest } from '../../domain/request-log/object.ts'
import { MOST_FOUND } from '../../kit/wanted.ts'
import { ofColumns } from '../lists/filter.ts'
import { type ListIndex, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { LISTED_COLUMNS, type ListedRow, serializeRequest, WITH_TOKEN } from './rows.ts'

export interface RequestFilter extends ListQuery {
  is_failed?: boolean
  method?: string
  token_id?: number
}

const BOTH = oneOfValues('is_failed', [false, true])

const INDEXES: readonly ListIndex[] = [
  { name: 'api_requests_list', of: [] },
  { name: 'api_requests_token', of: ['token_id', 'is_failed'] },
  { name: 'api_requests_token', of: ['token_id'], between: BOTH },
  { name: 'api_requests_failed', of: ['is_failed'] },
  { name: 'api_requests_method', of: ['method', 'is_failed'] },
  { name: 'api_requests_method', of: ['method'], between: BOTH },
]

/** Lists the API requests of this project and mode, newest first. */
export function listRequests(
  sql: Sql,
  scope: Scope,
  { is_failed, method, token_id, ...query }: RequestFilter,
): Promise<Page<LoggedRequest>> {
  const filters = ofColumns({ token_id, method, is_failed })
  const list = { table: 'api_requests', scope, filters, indexes: INDEXES, byTime: 'api_requests_created' }
  return listPage(sql, list, query, async (ids) => {
    const text = `SELECT ${LISTED_COLUMNS} FROM ${WITH_TOKEN} WHERE request.project_id = ? AND request.id IN (?)`
    return (await sql.rows<ListedRow>(text, [scope.project.id, ids])).map(serializeRequest)
  })
}

/** The characters of an `X-Request-Id`. Another text matches none, and the column could not be compared with it. */
const REQUEST_ID = /^[!-~]{1,128}$/

/** Finds the newest requests with exactly this `X-Request-Id`. */
export async function findRequestsById(
  sql: Sql,
  { project, isTest }: Scope,
  requestId: string,
): Promise<LoggedRequest[]> {
  if (!REQUEST_ID.test(requestId)) return []
  const rows = await sql.rows<ListedRow>(
    `SELECT ${LISTED_COLUMNS} FROM ${WITH_TOKEN}
     WHERE request.project_id = ? AND request.is_test = ? AND request.request_id = ?
     ORDER BY request.id DESC LIMIT ${MOST_FOUND}`,
    [project.id, isTest, requestId],
  )
  return rows.map(serializeRequest)
}
