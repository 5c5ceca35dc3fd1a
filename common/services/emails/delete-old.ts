import type { Sql } from '../../../db/sql.ts'
import { DAY, later } from '../../kit/time.ts'
import { realNow } from '../../runtime/clock.ts'
import { config } from '../../runtime/config.ts'

/** Emails read at a time: few, so that no request waits long for their locks. */
const BATCH = 500

/** The last id that was read in this walk. A walk begins again after it has reached newer emails. */
let after = 0

/**
 * Deletes a batch of emails that were settled more than EMAIL_RETENTION_DAYS ago, and returns whether there may be
 * more. Walks the table from its beginning: an index for it would slow down every payment. Pending emails stay.
 */
export async function deleteOldEmails(sql: Sql): Promise<boolean> {
  const before = later(realNow(), -config().emailRetentionDays * DAY)
  const rows = await sql.rows<{ id: number; status: string; updated_at: Date }>(
    `SELECT id, status, updated_at FROM emails WHERE id > ? ORDER BY id LIMIT ${BATCH}`,
    [after],
  )
  const old = rows.filter(({ updated_at: at }) => at < before)
  const ids = old.filter(({ status }) => status !== 'pending').map(({ id }) => id)
  // The status is checked again: an email may have been sent again meanwhile.
  if (ids.length > 0) await sql.run("DELETE FROM emails WHERE id IN (?) AND status <> 'pending'", [ids])
  const hasMore = rows.length === BATCH && old.length > 0
  after = hasMore ? rows.at(-1)!.id : 0
  return hasMore
}
