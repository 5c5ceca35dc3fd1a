import type { Sql } from '../../../../db/sql.ts'
import { DAY, later } from '../../../kit/time.ts'
import { now } from '../../../runtime/clock.ts'

/** The newest rows that are read: the table has no index by time. */
const NEWEST = 1_000

/** Counts the differences between our records and the providers' that were found within the last day. */
export async function countDiscrepancies(sql: Sql): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `SELECT COUNT(*) AS count FROM (SELECT found_at FROM payment_discrepancies ORDER BY id DESC LIMIT ${NEWEST}) newest
     WHERE found_at >= ?`,
    [later(now(), -DAY)],
  )
  return row?.count ?? 0
}
