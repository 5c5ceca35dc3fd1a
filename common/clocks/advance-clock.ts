import type { Draft } from '../kit/draft.ts'
import { Refusal } from '../kit/refusal.ts'
import { iso, monthsLater } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { clockOf, presentClock } from './find-clock.ts'
import type { ClockObject } from './find-clock.ts'

const MOST_MONTHS = 24

/** A valid body of `POST /test-clocks/:id/advance`. */
export interface AdvanceInput {
  frozen_time: Date
}

/**
 * Sends a clock on its way to a later time, at most two years on: a worker walks it there. 409
 * `test_clock_busy` while it is on its way already, 422 `test_clock_backwards` otherwise than forward.
 */
export async function advanceClock(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<AdvanceInput>,
): Promise<ClockObject> {
  const clock = await clockOf(tx.sql, scope, id, { lock: true })
  const { frozen_time: target } = draft.parts()
  if (clock.status === 'advancing') {
    draft.whole() // a body that can never be right is told as such, whatever the clock does
    throw new Refusal({ code: 'test_clock_busy' })
  }
  if (target && target <= clock.frozen_time)
    draft.problems.add('test_clock_backwards', 'frozen_time', { now: iso(clock.frozen_time) })
  const latest = monthsLater(clock.frozen_time, MOST_MONTHS)
  if (target && target > latest) {
    const say = `A test clock advances two years at once at most: frozen_time must be ${iso(latest)} or before.`
    draft.problems.add('validation_failed', 'frozen_time', { say })
  }
  const { frozen_time: targetTime } = draft.whole()
  await updateRow(tx.sql, 'test_clocks', id, {
    status: 'advancing',
    target_time: targetTime,
    updated_at: tx.now,
  })
  await setTimer(tx, 'clock.advance', { id, projectId: scope.project.id }, tx.now)
  return presentClock(await clockOf(tx.sql, scope, id))
}
