import { rowOf } from '../../../db/model.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import type { AdvanceInput } from '../../domain/test-clocks/input.ts'
import type { ClockObject } from '../../domain/test-clocks/object.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Submission } from '../../kit/submission.ts'
import { iso, monthsLater } from '../../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { lockClock } from './find.ts'
import { serializeClock } from './rows.ts'

const MOST_MONTHS = 24

/**
 * Starts to advance a clock to a later time, at most two years ahead; a worker takes the steps. Throws 409
 * `test_clock_busy` while it is advancing, 422 `test_clock_backwards` if the time is not later.
 */
export async function advanceClock(
  tx: ModelTx,
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
  if (target && target <= clock.frozenTime)
    draft.problems.add('test_clock_backwards', 'frozen_time', { now: iso(clock.frozenTime) })
  const latest = monthsLater(clock.frozenTime, MOST_MONTHS)
  if (target && target > latest) {
    const sentence = `A test clock can advance at most two years at once: frozen_time must be ${iso(latest)} or earlier.`
    draft.problems.add('validation_failed', 'frozen_time', { sentence })
  }
  const { frozen_time: targetTime } = draft.valid()
  const { now, transaction } = tx
  await clock.update({ status: 'advancing', targetTime, updatedAt: now }, { transaction })
  await setTimer(tx, 'clock.advance', { id, projectId: scope.project.id }, now)
  return serializeClock(rowOf(clock))
}
