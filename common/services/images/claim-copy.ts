import type { Tx } from '../../../db/transaction.ts'
import { MOST_TRIES } from '../../domain/images/retry.ts'
import { later } from '../../kit/time.ts'
import { lease } from '../../runtime/lease.ts'
import { recordFailure } from './record-failure.ts'
import type { ClaimedCopy } from './rows.ts'

/**
 * Claims a copy if it is due. Its due time moves past the lease, so that one worker fetches a picture, and a killed
 * worker leaves it due again. Tries are limited, because a picture that crashes its worker must not crash every
 * worker.
 */
export async function claimCopy(tx: Tx, id: number): Promise<ClaimedCopy | null> {
  const { affectedRows } = await tx.sql.run(
    `UPDATE image_copies SET tries = tries + 1, due_since = COALESCE(due_since, due_at), due_at = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND due_at <= ?`,
    [later(tx.now, lease), tx.now, id, tx.now],
  )
  if (affectedRows === 0) return null
  const copy = await tx.sql.row<ClaimedCopy>(
    `SELECT id, project_id, is_test, subject, subject_id, url, asked, tries, hash, request_id
     FROM image_copies WHERE id = ?`,
    [id],
  )
  if (!copy || copy.tries <= MOST_TRIES) return copy ?? null
  await recordFailure(tx, copy, 'every worker stopped during its try')
  return null
}
