import { Op } from 'sequelize'
import type { ModelTx } from '../../../db/transaction.ts'
import { jobs, wakeUpFor } from '../../domain/jobs/catalog.ts'
import { retryAfter } from '../../domain/timers/retry.ts'
import { cut } from '../../kit/text.ts'
import { later } from '../../kit/time.ts'
import { lease } from '../../runtime/lease.ts'
import type { Timer } from './find.ts'
import { StoredTimer } from './timers-table.ts'

/**
 * Postpones a timer after a failed try and stores the error; `due_since` keeps the original due time. Skips
 * a timer that was completed, claimed or set again meanwhile. `clock.advance` is the exception: its
 * worker postpones the timer as a lease, so it is always overwritten.
 */
export async function recordFailure(tx: ModelTx, timer: Timer, error: string): Promise<void> {
  const { id, kind, subjectId, projectId, dueAt } = timer
  const tries = timer.tries + 1
  const next = later(tx.now, retryAfter(tries, lease, Math.random()))
  const isUnchanged = { tries: timer.tries, dueAt: { [Op.lte]: tx.now } }
  await StoredTimer.update(
    { dueSince: dueAt, dueAt: next, tries, error: cut(error, 500) },
    {
      where: { projectId, id, [Op.or]: [isUnchanged, { kind: 'clock.advance' }] },
      transaction: tx.transaction,
    },
  )
  tx.wakeUps.push(wakeUpFor(jobs[kind].queue, projectId, subjectId, next))
}
