import { writeRows } from '../../../db/rows.ts'
import type { Tx } from '../../../db/transaction.ts'
import {
  type JobKind,
  jobs,
  type NewJobKind,
  type OldJobKind,
  type QueueName,
  wakeUpFor,
} from '../../domain/jobs/catalog.ts'
import { now } from '../../runtime/clock.ts'
import { trace } from '../../runtime/log.ts'

export interface Subject {
  id: number
  projectId: number
  testClockId?: number | null
}

/** The `queue` of a timer on a test clock: no worker's queue, since advancing the clock runs it. */
const TEST_CLOCK = 'test-clock'

/**
 * Sets the timer of this kind for `subject` to `dueAt`, replacing an existing one. Its wake-up is sent after
 * the commit. With a `testClockId` it is due by that clock, else in real time, whatever the
 * transaction's own time is.
 */
export async function setTimer(tx: Tx, kind: NewJobKind, subject: Subject, dueAt: Date): Promise<void> {
  const { id, projectId, testClockId = null } = subject
  const row = {
    project_id: projectId,
    kind,
    queue: testClockId === null ? jobs[kind].queue : TEST_CLOCK,
    subject_id: id,
    due_at: dueAt,
    test_clock_id: testClockId,
    request_id: trace.getStore()?.request_id ?? null,
  }
  await writeRows(tx.sql, 'timers', [row], { onDuplicate: `due_at = VALUES(due_at), ${AS_NEW}` })
  if (testClockId === null) tx.wakeUps.push(wakeUpFor(jobs[kind].queue, projectId, id, dueAt))
}

const AS_NEW = 'request_id = VALUES(request_id), due_since = NULL, tries = 0, error = NULL'

/** Limit of wake-ups per call; the scanner finds the other timers. */
const WAKE_AT_MOST = 100

/**
 * Like `setTimer` for many subjects, due now in real time, also for subjects on a test clock: otherwise
 * their step would wait until that clock is advanced again.
 */
export async function setTimersNow(tx: Tx, kind: NewJobKind, subjects: readonly Subject[]): Promise<void> {
  if (subjects.length === 0) return
  const dueAt = now()
  const requestId = trace.getStore()?.request_id ?? null
  const queue: QueueName = jobs[kind].queue
  await tx.sql.write(
    `INSERT INTO timers (project_id, kind, queue, subject_id, due_at, test_clock_id, request_id) VALUES ?
     ON DUPLICATE KEY UPDATE due_at = VALUES(due_at), queue = VALUES(queue), test_clock_id = NULL, ${AS_NEW}`,
    [subjects.map(({ id, projectId }) => [projectId, kind, queue, id, dueAt, null, requestId])],
  )
  for (const { id, projectId } of subjects.slice(0, WAKE_AT_MOST))
    tx.wakeUps.push(wakeUpFor(queue, projectId, id, dueAt))
}

/** Deletes a subject's timer of this kind. */
export async function clearTimer(tx: Tx, kind: JobKind, { id, projectId }: Subject): Promise<void> {
  const text = 'DELETE FROM timers WHERE project_id = ? AND kind = ? AND subject_id IN (?)'
  await tx.sql.write(text, [projectId, kind, id], { combine: 'subject' })
}

/** Returns when a subject's timer of this kind became due; null if none is due now. */
export async function dueTimer(tx: Tx, kind: NewJobKind, { id, projectId }: Subject): Promise<Date | null> {
  const row = await tx.sql.row<{ due_at: Date }>(
    `SELECT COALESCE(due_since, due_at) AS due_at FROM timers
     WHERE project_id = ? AND kind = ? AND subject_id = ? AND due_at <= ?`,
    [projectId, kind, id, tx.now],
  )
  return row?.due_at ?? null
}

/** Renames a subject's timer from an older release. If both kinds exist, keeps the earlier due time. */
export async function renameTimer(tx: Tx, from: OldJobKind, to: NewJobKind, subject: Subject): Promise<void> {
  await tx.sql.write(
    `INSERT INTO timers (project_id, kind, subject_id, queue, due_at, test_clock_id, request_id)
     SELECT project_id, ?, subject_id, queue, due_at, test_clock_id, request_id FROM timers old
     WHERE project_id = ? AND kind = ? AND subject_id = ?
     ON DUPLICATE KEY UPDATE due_at = LEAST(timers.due_at, VALUES(due_at))`,
    [to, subject.projectId, from, subject.id],
  )
  await clearTimer(tx, from, subject)
}
