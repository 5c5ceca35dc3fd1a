import type { ModelTx } from '../../../db/transaction.ts'
import { nextTry } from '../../domain/images/retry.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { cut } from '../../kit/text.ts'
import { ImageCopy } from './image-copies-table.ts'

/**
 * Records a failed try. Returns the time of the next try, or null if it gives up. The current copy is still shown:
 * it has the same address, or is the former logo.
 */
export async function recordFailure(tx: ModelTx, copy: ImageCopy, error: string): Promise<Date | null> {
  const { projectId, id, asked, tries } = copy
  const next = nextTry(tries, tx.now, Math.random())
  const [written] = await ImageCopy.update(
    { status: next ? 'pending' : 'failed', dueAt: next, error: cut(error, 500), updatedAt: tx.now },
    { where: { projectId, id, status: 'pending', asked, tries }, transaction: tx.transaction },
  )
  if (written === 1 && next) tx.wakeUps.push(wakeUpFor('images', projectId, id, next))
  return next
}
