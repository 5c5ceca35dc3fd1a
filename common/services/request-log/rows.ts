import type { NamesIn } from '../../../db/columns.ts'
import type { Row } from '../../../db/define-table.ts'
import type { LoggedRequest } from '../../domain/request-log/object.ts'
import { iso } from '../../kit/time.ts'
import type { apiRequestsTable } from './api-requests-table.ts'

const LISTED = 'id request_id method path status duration_ms token_id created_at'

export interface ListedRow extends Pick<Row<typeof apiRequestsTable>, NamesIn<typeof LISTED>> {
  token_last4: string | null
}

/** The columns of `api_requests request` with its `api_tokens token` that `serializeRequest` reads. */
export const LISTED_COLUMNS = [
  ...LISTED.split(' ').map((name) => `request.${name}`),
  'token.last4 AS token_last4',
].join(', ')

/** The tables that have them. A deleted project's tokens may be gone. */
export const WITH_TOKEN = 'api_requests request LEFT JOIN api_tokens token ON token.id = request.token_id'

export function serializeRequest(row: ListedRow): LoggedRequest {
  const { id, request_id, method, path, status, duration_ms, token_id, token_last4, created_at } = row
  const listed = { id, request_id, method, path, status, duration_ms, token_id, token_last4 }
  return { ...listed, created_at: iso(created_at) }
}
