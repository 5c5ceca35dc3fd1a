import { writeRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { type NewJob, newJob, type OldTimerKind, type TimerKind, wakeInSecond } from '../jobs/catalog.ts'
import { later } from '../kit/time.ts'
import { now } from '../runtime/clock.ts'
import { armedUntil } from '../runtime/lease.ts'
import { trace } from '../runtime/log.ts'
import { horizon } from '../runtime/queues.ts'
import { SOON } from './due.ts'

interface Subject {
  id: number
  projectId: number
  testClockId?: number | null
}

/**
 * Writes down that something is due for `subject` at `dueAt`, in place of what was due of this kind.
 * The row stands if, and only if, the transaction commits; the job follows it.
 */
export async function setTimer(tx: Tx, kind: TimerKind, subject: Subject, dueAt: Date): Promise<void> {
  await setTimerAt(tx, kind, subject, dueAt, tx.now)
}

async function setTimerAt(tx: Tx, kind: TimerKind, subject: Subject, dueAt: Date, time: Date): Promise<void> {
  const clock = subject.testClockId ?? null
  const { job, armed } = clock === null ? wakeUpOf(kind, subject.id, dueAt, time) : NO_WAKE_UP
  const row = {
    project_id: subject.projectId,
    kind,
    subject_id: subject.id,
    due_at: dueAt,
    armed_until: armed,
    test_clock_id: clock,
    request_id: trace.getStore()?.request_id ?? null,
  }
  const again =
    'due_at = VALUES(due_at), armed_until = VALUES(armed_until), request_id = VALUES(request_id), tries = 0, error = NULL'
  await writeRow(tx.sql, 'timers', row, { otherwise: again })
  if (job) tx.jobs.push(job)
}

interface WakeUp {
  job: NewJob | null
  /** Until when the scanner leaves the row to that job. */
  armed: Date | null
}

const NO_WAKE_UP: WakeUp = { job: null, armed: null }

/**
 * What is due soon has a job of its own, to the millisecond. What is due later shares one with all that is due in the
 * same second: most of it is done or changed by then, and a job each cost a creation a tenth of its time.
 */
function wakeUpOf(kind: TimerKind, subjectId: number, dueAt: Date, time: Date): WakeUp {
  if (dueAt <= later(time, SOON)) {
    return { job: newJob(kind, subjectId, dueAt, { subjectId }), armed: armedUntil(dueAt, time) }
  }
  if (dueAt > horizon(time)) return NO_WAKE_UP
  const job = wakeInSecond(dueAt)
  return { job, armed: job.dueAt }
}

/** As `setTimer`, at a real time, also where the transaction's own time is a test clock's. */
export async function setRealTimer(
  tx: Tx,
  kind: TimerKind,
  { id, projectId }: Omit<Subject, 'testClockId'>,
  dueAt: Date,
): Promise<void> {
  await setTimerAt(tx, kind, { id, projectId }, dueAt, now())
}

/** Of more than this many the jobs are left to the scanner, which finds rows that nobody is armed for. */
const JOBS_AT_ONCE = 100

/**
 * As `setTimer` for any number of subjects, due now in real time, also of what lives on a test clock: a clock
 * that stands still would not take the step before it is advanced again.
 */
export async function setTimersNow(tx: Tx, kind: TimerKind, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return
  const dueAt = now()
  const requestId = trace.getStore()?.request_id ?? null
  const armed = subjects.length <= JOBS_AT_ONCE ? armedUntil(dueAt, dueAt) : null
  await tx.sql.write(
    `INSERT INTO timers (project_id, kind, subject_id, due_at, armed_until, test_clock_id, request_id) VALUES ?
     ON DUPLICATE KEY UPDATE due_at = VALUES(due_at), armed_until = VALUES(armed_until), test_clock_id = NULL,
       request_id = VALUES(request_id), tries = 0, error = NULL`,
    [subjects.map(({ id, projectId }) => [projectId, kind, id, dueAt, armed, null, requestId])],
  )
  if (armed) for (const { id } of subjects) tx.jobs.push(newJob(kind, id, dueAt, { subjectId: id }))
}

/** Nothing of this kind is due for the subject any more. */
export async function clearTimer(tx: Tx, kind: TimerKind | OldTimerKind, subjectId: number): Promise<void> {
  await tx.sql.writeOf(subjectId, 'DELETE FROM timers WHERE kind = ? AND subject_id IN (?)', [kind])
}

/** When what is due of this kind became due, or null where nothing is due by now. */
export async function dueTimer(tx: Tx, kind: TimerKind, subjectId: number): Promise<Date | null> {
  const row = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE kind = ? AND subject_id = ? AND due_at <= ?',
    [kind, subjectId, tx.now],
  )
  return row?.due_at ?? null
}
