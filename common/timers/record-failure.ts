import type { Tx } from '../../db/transaction.ts'
import { cut } from '../kit/text.ts'
import { later } from '../kit/time.ts'
import { lease } from '../runtime/lease.ts'
import type { Timer } from './find.ts'
import { retryAfter } from './rules/retry.ts'

/**
 * Writes down that taking a timer up has failed, and when the scanner is to have it tried again. It
 * stays due as of when it was. Where it was done, or set anew, by somebody else meanwhile, nothing is
 * written. A clock that is walked is set a little ahead in case its worker is killed: that is taken back.
 */
export async function recordFailure(tx: Tx, timer: Timer, error: string): Promise<void> {
  const { kind, subjectId, dueAt } = timer
  const tries = timer.tries + 1
  const armedUntil = later(tx.now, retryAfter(tries, lease, Math.random()))
  await tx.sql.write(
    `UPDATE timers SET due_at = ?, armed_until = ?, tries = ?, error = ?
     WHERE kind = ? AND subject_id = ? AND (due_at = ? OR kind = 'clock.advance')`,
    [dueAt, armedUntil, tries, cut(error, 500), kind, subjectId, dueAt],
  )
}
