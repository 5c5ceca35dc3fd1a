import type { TimerKind } from '../jobs/catalog.ts'
import { wakeUp } from '../jobs/catalog.ts'
import { armedUntil } from '../runtime/lease.ts'
import { horizon } from '../runtime/queues.ts'
import type { Tx } from '../../db/transaction.ts'

interface Subject {
  id: number
  projectId: number
  testClockId?: number | null
}

/**
 * Writes down that something is due for `subject` at `dueAt`, in place of what was due of this kind.
 * The row stands if, and only if, the transaction commits; the wake-up follows it.
 */
export async function setTimer(tx: Tx, kind: TimerKind, subject: Subject, dueAt: Date): Promise<void> {
  const clock = subject.testClockId ?? null
  const near = clock === null && dueAt <= horizon(tx.now)
  const armed = near ? armedUntil(dueAt, tx.now) : null
  await tx.sql.run(
    `INSERT INTO timers (project_id, kind, subject_id, due_at, armed_until, test_clock_id) VALUES (?)
     ON DUPLICATE KEY UPDATE due_at = VALUES(due_at), armed_until = VALUES(armed_until)`,
    [[subject.projectId, kind, subject.id, dueAt, armed, clock]],
  )
  if (near) tx.wakeUps.push(wakeUp(kind, subject.id, dueAt, { subjectId: subject.id }))
}

/** Nothing of this kind is due for the subject any more. */
export async function clearTimer(tx: Tx, kind: TimerKind, subjectId: number): Promise<void> {
  await tx.sql.run('DELETE FROM timers WHERE kind = ? AND subject_id = ?', [kind, subjectId])
}

/** When what is due of this kind became due, or null where nothing is due by now. */
export async function dueTimer(tx: Tx, kind: TimerKind, subjectId: number): Promise<Date | null> {
  const row = await tx.sql.row<{ due_at: Date }>(
    'SELECT due_at FROM timers WHERE kind = ? AND subject_id = ? AND due_at <= ?',
    [kind, subjectId, tx.now],
  )
  return row?.due_at ?? null
}
