import type { Sql } from '../../../db/sql.ts'
import { SECOND } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'

const COUNTED = 10_000

/**
 * Counts the emails that failed and wait for another try, and the seconds since the first try of the oldest. Reads
 * only rows that are due later, by their index.
 */
export async function countRetrying(sql: Sql): Promise<{ count: number; seconds: number }> {
  const at = now()
  const row = await sql.row<{ count: number; oldest: Date | null }>(
    `SELECT COUNT(*) AS count, MIN(due_since) AS oldest FROM
       (SELECT due_since FROM emails FORCE INDEX (emails_due) WHERE due_at > ? AND error IS NOT NULL LIMIT ${COUNTED}) retrying`,
    [at],
  )
  const { count, oldest } = row ?? { count: 0, oldest: null }
  return { count, seconds: oldest ? (at.getTime() - oldest.getTime()) / SECOND : 0 }
}
