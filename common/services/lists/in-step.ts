import { type CreatedRange, hasRange } from '../../../db/created-range.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Returns whether ids rise with the time of creation, if a list by time is requested. They do in live mode, and in
 * the test mode of a project that never had a customer on a test clock. Rows created at a clock's time may be years
 * older than rows with lower ids (docs/decisions/0035). Such a customer's row stays when the clock or the customer is
 * deleted.
 */
export async function areInStep(sql: Sql, scope: Scope, query: CreatedRange): Promise<boolean> {
  return hasRange(query) && (await isWithoutClocks(sql, scope))
}

/** Returns whether this project and mode never had a customer on a test clock. */
export async function isWithoutClocks(sql: Sql, { project, isTest }: Scope): Promise<boolean> {
  if (!isTest) return true
  const text =
    'SELECT id FROM customers WHERE project_id = ? AND is_test = TRUE AND test_clock_id > 0 LIMIT 1'
  return (await sql.row(text, [project.id])) === undefined
}
