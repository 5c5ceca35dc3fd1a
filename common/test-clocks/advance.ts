import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Submission } from '../kit/submission.ts'
import { iso, monthsLater } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set.ts'
import { getClock } from './find.ts'
import type { AdvanceInput } from './input.ts'
import { lockClock } from './lock.ts'
import type { ClockObject } from './object.ts'

const MOST_MONTHS = 24

/**
 * Sends a clock on its way to a later time, at most two years on: a worker walks it there. 409
 * `test_clock_busy` while it is on its way already, 422 `test_clock_backwards` otherwise than forward.
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
    draft.valid() // a body that can never be right is told as such, whatever the clock does
    throw new Refusal({ code: 'test_clock_busy' })
  }
  if (target && target <= clock.frozen_time)
    draft.problems.add('test_clock_backwards', 'frozen_time', { now: iso(clock.frozen_time) })
  const latest = monthsLater(clock.frozen_time, MOST_MONTHS)
  if (target && target > latest) {
    const say = `A test clock advances two years at once at most: frozen_time must be ${iso(latest)} or before.`
    draft.problems.add('validation_failed', 'frozen_time', { say })
  }
  const { frozen_time: targetTime } = draft.valid()
  await updateRow(tx.sql, 'test_clocks', id, {
    status: 'advancing',
    target_time: targetTime,
    updated_at: tx.now,
  })
  await setTimer(tx, 'clock.advance', { id, projectId: scope.project.id }, tx.now)
  return getClock(tx.sql, scope, id)
}
