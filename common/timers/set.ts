import { writeRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { newJob, type OldTimerKind, type TimerKind } from '../jobs/catalog.ts'
import { now } from '../runtime/clock.ts'
import { armedUntil } from '../runtime/lease.ts'
import { horizon } from '../runtime/queues.ts'

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
  const near = clock === null && dueAt <= horizon(time)
  const row = {
    project_id: subject.projectId,
    kind,
    subject_id: subject.id,
    due_at: dueAt,
    armed_until: near ? armedUntil(dueAt, time) : null,
    test_clock_id: clock,
  }
  const again = 'due_at = VALUES(due_at), armed_until = VALUES(armed_until), tries = 0, error = NULL'
  await writeRow(tx.sql, 'timers', row, { otherwise: again })
  if (near) tx.jobs.push(newJob(kind, subject.id, dueAt, { subjectId: subject.id }))
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
  const armed = subjects.length <= JOBS_AT_ONCE ? armedUntil(dueAt, dueAt) : null
  await tx.sql.write(
    `INSERT INTO timers (project_id, kind, subject_id, due_at, armed_until, test_clock_id) VALUES ?
     ON DUPLICATE KEY UPDATE due_at = VALUES(due_at), armed_until = VALUES(armed_until), test_clock_id = NULL,
       tries = 0, error = NULL`,
    [subjects.map(({ id, projectId }) => [projectId, kind, id, dueAt, armed, null])],
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
