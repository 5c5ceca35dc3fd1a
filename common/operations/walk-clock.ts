import { updateRow } from '../../db/rows.ts'
import { onConnection } from '../../db/sql.ts'
import type { Atomically, Tx } from '../../db/transaction.ts'
import { later, SECOND } from '../kit/time.ts'
import { cachedProject } from '../projects/cache.ts'
import type { Project } from '../projects/project.ts'
import { traceJob } from '../runtime/log.ts'
import { setTime } from '../test-clocks/enter-clock.ts'
import type { ClockRow } from '../test-clocks/rows.ts'
import { clearTimer, setTimer } from '../timers/set.ts'
import { type TimerStepKind, timerSteps } from './timer-steps.ts'

/** A long way is walked in turns: others need the worker too, and one that is told to stop soon can. */
const TURN = 5 * SECOND
/** When another worker takes over from one that said nothing any more: no turn lasts so long. */
const TAKEN_FOR = 2 * TURN

/**
 * Walks an advancing clock towards its target: what is due on the way happens in order, each at its
 * own time and in a transaction of its own, by the very operations that real time calls. Whoever
 * calls this goes on where the clock stands, so a worker may be killed at any step. `turn`: how long
 * to walk at once, in milliseconds.
 */
export async function walkClock(clockId: number, atomically: Atomically, turn = TURN): Promise<void> {
  const clock = await onConnection((sql) =>
    sql.row<{ project_id: number }>('SELECT project_id FROM test_clocks WHERE id = ?', [clockId]),
  )
  const project = clock && (await cachedProject(clock.project_id))
  if (!project) return // deleted, and its due row with it
  if (!(await atomically((tx) => wakeAgain(tx, clockId, TAKEN_FOR)))) return
  const until = performance.now() + turn
  while (await atomically((tx) => takeStep(tx, project, clockId))) {
    if (performance.now() < until) continue
    await atomically((tx) => wakeAgain(tx, clockId, 0)) // whatever else is due comes first
    return
  }
}

/** Takes the clock's next step; answers whether there may be more. However many call, a step is taken once. */
async function takeStep(tx: Tx, project: Project, clockId: number): Promise<boolean> {
  const clock = await lockAdvancing(tx, clockId)
  if (!clock) return false
  const due = await tx.sql.row<{ id: number; kind: TimerStepKind; subject_id: number; due_at: Date }>(
    `SELECT id, kind, subject_id, due_at FROM timers
     WHERE test_clock_id = ? AND armed_until IS NULL AND due_at <= ? ORDER BY due_at, id LIMIT 1`,
    [clockId, clock.target],
  )
  if (!due) {
    await arrive(tx, clock)
    return false
  }
  const time = due.due_at > clock.frozen_time ? due.due_at : clock.frozen_time
  await updateRow(tx.sql, 'test_clocks', clockId, { frozen_time: time })
  setTime(tx, clockId, time)
  traceJob({ step: due.kind, subject_id: due.subject_id })
  await timerSteps[due.kind](tx, project, due.subject_id)
  // One that had nothing to do leaves its row as it was; here nobody would ever pass it by.
  await tx.sql.write('DELETE FROM timers WHERE id = ? AND due_at = ?', [due.id, due.due_at])
  return true
}

async function arrive(tx: Tx, { id, target }: Advancing): Promise<void> {
  await updateRow(tx.sql, 'test_clocks', id, {
    frozen_time: target,
    target_time: null,
    status: 'ready',
    updated_at: tx.now,
  })
  await clearTimer(tx, 'clock.advance', id)
}

/**
 * Makes a clock that is on its way due again, `after` milliseconds from now; answers whether it is. A
 * job of its own waits in Redis for that moment: the job of a worker that was killed blocks its id.
 */
async function wakeAgain(tx: Tx, id: number, after: number): Promise<boolean> {
  const clock = await lockAdvancing(tx, id)
  if (clock) await setTimer(tx, 'clock.advance', { id, projectId: clock.project_id }, later(tx.now, after))
  else await clearTimer(tx, 'clock.advance', id)
  return clock !== null
}

type Advancing = ClockRow & { target: Date }

/** Locks a clock that is on its way; null where it has arrived, or was deleted. */
async function lockAdvancing(tx: Tx, id: number): Promise<Advancing | null> {
  const clock = await tx.sql.row<ClockRow>('SELECT * FROM test_clocks WHERE id = ? FOR UPDATE', [id])
  return clock?.status === 'advancing' && clock.target_time ? { ...clock, target: clock.target_time } : null
}
