import type { Sql } from '../../../db/sql.ts'
import { DAY, later } from '../../kit/time.ts'
import { realNow } from '../../runtime/clock.ts'

/** Entries are kept for two years. */
const LIFETIME = 730 * DAY
/** Ids per statement. */
const BATCH = 1_000

/** Deletes a batch of old entries. Returns whether there may be more. Ids rise with time, so the first ids are the oldest. */
export async function deleteOldEntries(sql: Sql): Promise<boolean> {
  const { affectedRows } = await sql.run(
    `DELETE FROM audit_log WHERE created_at < ?
       AND id < (SELECT edge FROM (SELECT MIN(id) + ${BATCH} AS edge FROM audit_log) oldest)`,
    [later(realNow(), -LIFETIME)],
  )
  return affectedRows > 0
}
