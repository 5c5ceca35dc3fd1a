import type { Tx } from '../../../db/transaction.ts'
import { nextTry } from '../../domain/images/retry.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { cut } from '../../kit/text.ts'
import type { ClaimedCopy } from './rows.ts'

/**
 * Records a failed try. Returns the time of the next try, or null if it gives up. The current copy is still shown:
 * it has the same address, or is the former logo.
 */
export async function recordFailure(tx: Tx, copy: ClaimedCopy, error: string): Promise<Date | null> {
  const { id, asked, tries } = copy
  const next = nextTry(tries, tx.now, Math.random())
  const { affectedRows } = await tx.sql.run(
    `UPDATE image_copies SET status = ?, due_at = ?, error = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND asked = ? AND tries = ?`,
    [...[next ? 'pending' : 'failed', next, cut(error, 500), tx.now], ...[id, asked, tries]],
  )
  if (affectedRows === 1 && next) tx.wakeUps.push(wakeUpFor('images', copy.project_id, id, next))
  return next
}
