import { update } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { AdvanceInput } from '../../domain/test-clocks/input.ts'
import type { ClockObject } from '../../domain/test-clocks/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { iso, monthsLater } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { getClock, lockClock } from './find.ts'

const MOST_MONTHS = 24

/**
 * Starts to advance a clock to a later time, at most two years ahead; a worker takes the steps. Throws 409
 * `test_clock_busy` while it is advancing, 422 `test_clock_backwards` if the time is not later.
 */
export async function advanceClock(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<AdvanceInput>,
): Promise<ClockObject> {
  const clock = await lockClock(tx, scope, id)
  const { frozen_time: target } = draft.partial()
  if (clock.status === 'advancing') {
    draft.valid() // report an invalid body first: waiting for the clock would not help
    throw new Refusal({ code: 'test_clock_busy' })
  }
  if (target && target <= clock.frozen_time)
    draft.problems.add('test_clock_backwards', 'frozen_time', { now: iso(clock.frozen_time) })
  const latest = monthsLater(clock.frozen_time, MOST_MONTHS)
  if (target && target > latest) {
    const sentence = `A test clock can advance at most two years at once: frozen_time must be ${iso(latest)} or earlier.`
    draft.problems.add('validation_failed', 'frozen_time', { sentence })
  }
  const { frozen_time: targetTime } = draft.valid()
  await update(tx.sql, 'test_clocks', id, {
    status: 'advancing',
    target_time: targetTime,
    updated_at: tx.now,
  })
  await setTimer(tx, 'clock.advance', { id, projectId: scope.project.id }, tx.now)
  return getClock(tx.sql, scope, id)
}
