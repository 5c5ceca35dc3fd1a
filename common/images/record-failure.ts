import type { Tx } from '../../db/transaction.ts'
import { newJob } from '../jobs/catalog.ts'
import { cut } from '../kit/text.ts'
import { armedUntil } from '../runtime/lease.ts'
import type { ClaimedCopy } from './rows.ts'
import { nextTry } from './rules/retry.ts'

/**
 * A try failed: the next one is due later, or there is none; answers when. What is shown stays, since
 * it is of the same address.
 */
export async function recordFailure(tx: Tx, copy: ClaimedCopy, error: string): Promise<Date | null> {
  const { id, asked, tries } = copy
  const next = nextTry(tries, tx.now, Math.random())
  const { affectedRows } = await tx.sql.run(
    `UPDATE image_copies SET status = ?, due_at = ?, armed_until = ?, error = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND asked = ? AND tries = ?`,
    [
      ...[next ? 'pending' : 'failed', next, next && armedUntil(next, tx.now), cut(error, 500), tx.now],
      ...[id, asked, tries],
    ],
  )
  if (affectedRows === 1 && next) tx.jobs.push(newJob('image.copy', id, next, { copyId: id }))
  return next
}
