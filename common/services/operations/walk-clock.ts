import { Op } from 'sequelize'
import { find, save } from '../../../db/save.ts'
import type { Atomically, ModelTx } from '../../../db/transaction.ts'
import type { StepKind } from '../../domain/jobs/catalog.ts'
import { later, SECOND } from '../../kit/time.ts'
import { traceJob } from '../../runtime/log.ts'
import { cachedProject } from '../projects/cache.ts'
import type { Project } from '../projects/project.ts'
import { logUnknownKind } from '../releases/unknown-kinds.ts'
import { setTime } from '../test-clocks/enter-clock.ts'
import { TestClock } from '../test-clocks/test-clocks-table.ts'
import { clearTimer, setTimer } from '../timers/set.ts'
import { StoredTimer } from '../timers/timers-table.ts'
import { timerSteps } from './timer-steps.ts'

/** A long advance runs in parts: other jobs need the worker too, and a worker that must stop can do so soon. */
const TURN = 5 * SECOND
/** When another worker takes over from one that has died: no part lasts this long. */
const TAKEN_FOR = 2 * TURN

/**
 * Advances a clock towards its target. Due rows on the way are processed in order, each at its own time, in its own
 * transaction, by the same operations as in real time. Any caller continues at the clock's current time, so a worker
 * may be killed at any step. `turn` is the duration of one part in milliseconds.
 */
export async function walkClock(clockId: number, atomically: Atomically, turn = TURN): Promise<void> {
  const clock = await TestClock.findByPk(clockId)
  const project = clock && (await cachedProject(clock.projectId))
  if (!project) return // deleted, and its due row with it
  if (!(await atomically((tx) => wakeAgain(tx, project, clockId, TAKEN_FOR)))) return
  const until = performance.now() + turn
  while (await atomically((tx) => takeStep(tx, project, clockId))) {
    if (performance.now() < until) continue
    await atomically((tx) => wakeAgain(tx, project, clockId, 0)) // other due rows come first
    return
  }
}

/** Takes the clock's next step. Returns whether there may be more. Concurrent callers take a step only once. */
async function takeStep(tx: ModelTx, project: Project, clockId: number): Promise<boolean> {
  const clock = await lockAdvancing(tx, clockId)
  if (!clock) return false
  const { transaction } = tx
  const due = await StoredTimer.findOne({
    where: { projectId: project.id, testClockId: clockId, dueAt: { [Op.lte]: clock.targetTime } },
    order: ['dueAt', 'id'],
    transaction,
  })
  if (!due) {
    await arrive(tx, clock)
    return false
  }
  const { id, kind, subjectId, dueAt } = due
  if (!(kind in timerSteps)) {
    await logUnknownKind(tx.sql, 'timers', kind)
    return false // a worker of the newer release continues from here
  }
  const time = dueAt > clock.frozenTime ? dueAt : clock.frozenTime
  await save(tx, clock, { frozenTime: time }, { touch: false })
  setTime(tx, clockId, time)
  traceJob({ step: kind, subject_id: subjectId })
  await timerSteps[kind as StepKind](tx, project, subjectId)
  // A step that did nothing leaves its timer unchanged. Without this, the clock would never get past it.
  await StoredTimer.destroy({ where: { projectId: project.id, id, dueAt }, transaction })
  return true
}

async function arrive(tx: ModelTx, clock: Advancing): Promise<void> {
  const { now, transaction } = tx
  await clock.update(
    { frozenTime: clock.targetTime, targetTime: null, status: 'ready', updatedAt: now },
    { transaction },
  )
  await clearTimer(tx, 'clock.advance', clock)
}

/**
 * Makes an advancing clock due again in `after` milliseconds. Returns whether it is advancing. The delayed job has
 * its own id in Redis, because the job of a killed worker blocks the normal one.
 */
async function wakeAgain(
  tx: ModelTx,
  { id: projectId }: Project,
  id: number,
  after: number,
): Promise<boolean> {
  const clock = await lockAdvancing(tx, id)
  if (clock) await setTimer(tx, 'clock.advance', { id, projectId }, later(tx.now, after))
  else await clearTimer(tx, 'clock.advance', { id, projectId })
  return clock !== null
}

type Advancing = TestClock & { targetTime: Date }

/** Locks an advancing clock. Returns null if it has arrived or was deleted. */
async function lockAdvancing(tx: ModelTx, id: number): Promise<Advancing | null> {
  // By the id alone: the row stays locked, whatever its status is.
  const clock = await find(tx.sql, TestClock, { id }, { lock: true })
  return clock?.status === 'advancing' && clock.targetTime ? (clock as Advancing) : null
}
