import type { Sql } from '../../../db/sql.ts'
import type { ChangedObject, WholeRequest } from '../../domain/request-log/object.ts'
import { later, SECOND } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { LISTED_COLUMNS, type ListedRow, serializeRequest, WITH_TOKEN } from './rows.ts'

interface WholeRow extends ListedRow, Pick<WholeRequest, 'error' | 'body' | 'skipped'> {}

/** Returns the API request `id` of this project and mode with the objects that it changed; null if it does not exist. */
export async function findRequest(
  sql: Sql,
  { project, isTest }: Scope,
  id: number,
): Promise<WholeRequest | null> {
  const row = await sql.row<WholeRow>(
    `SELECT ${LISTED_COLUMNS}, request.error, request.body, request.skipped FROM ${WITH_TOKEN}
     WHERE request.id = ? AND request.project_id = ? AND request.is_test = ?`,
    [id, project.id, isTest],
  )
  if (!row) return null
  const { error, body, skipped } = row
  const changed = await changedBy(sql, { project, isTest }, row)
  return { ...serializeRequest(row), error, body, skipped, changed }
}

/** The clocks of two processes may differ by this. */
const TOLERANCE = 2 * SECOND
const MOST_CHANGED = 50

/** Finds what a request changed: entries of the audit log with its id from the time that it took. */
function changedBy(sql: Sql, { project, isTest }: Scope, row: ListedRow): Promise<ChangedObject[]> {
  const { created_at: end, duration_ms: took, request_id: requestId } = row
  return sql.rows<ChangedObject>(
    `SELECT object, object_id, \`change\` FROM audit_log USE INDEX (audit_log_time)
     WHERE project_id = ? AND is_test = ? AND created_at BETWEEN ? AND ? AND request_id = ?
     ORDER BY created_at LIMIT ${MOST_CHANGED}`,
    [project.id, isTest, later(end, -took - TOLERANCE), later(end, TOLERANCE), requestId],
  )
}
