import type { Tx } from '../../db/transaction.ts'
import { armedUntil } from '../runtime/lease.ts'
import { recordFailure } from './record-failure.ts'
import type { ClaimedCopy } from './rows.ts'
import { MOST_TRIES } from './rules/retry.ts'

/**
 * Claims a copy if it is due. That moves its due time past the lease, so that one picture is fetched
 * by one worker, and one that is killed leaves it due again; not for ever, lest a picture that ends
 * its reader ends every reader.
 */
export async function claimCopy(tx: Tx, id: number): Promise<ClaimedCopy | null> {
  const until = armedUntil(tx.now, tx.now)
  const { affectedRows } = await tx.sql.run(
    `UPDATE image_copies SET tries = tries + 1, due_at = ?, armed_until = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND due_at <= ?`,
    [until, until, tx.now, id, tx.now],
  )
  if (affectedRows === 0) return null
  const copy = await tx.sql.row<ClaimedCopy>(
    `SELECT id, project_id, is_test, subject, subject_id, url, asked, tries, hash, request_id
     FROM image_copies WHERE id = ?`,
    [id],
  )
  if (!copy || copy.tries <= MOST_TRIES) return copy ?? null
  await recordFailure(tx, copy, 'no try came to an end')
  return null
}
