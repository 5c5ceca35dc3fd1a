import type { Sql } from '../../db/sql.ts'
import type { OldTimerKind, TimerKind } from '../jobs/catalog.ts'
import { later, MINUTE } from '../kit/time.ts'
import { lease } from '../runtime/lease.ts'
import type { SendJobs } from '../runtime/queues.ts'
import { timerJobs } from './rules/jobs.ts'

/** What is due within so many milliseconds has a job of its own, or with its company. */
export const SOON = MINUTE

/** More wait for the next look. */
const BATCH = 500

interface Row {
  id: number
  project_id: number
  kind: TimerKind | OldTimerKind
  subject_id: number
  due_at: Date
}

/**
 * Wakes timers that are due soon and that nobody was woken for, or whose job seems lost, and returns how many jobs it
 * sent. They are armed once `send` says that Redis has the jobs: who is killed in between leaves them to the next look. In
 * one statement, since after an outage there are very many. Two scanners may find the same: a job has an id and is sent
 * once. Those of test clocks wait for their clock.
 */
export async function wakeDueTimers(sql: Sql, now: Date, send: SendJobs): Promise<number> {
  const soon = later(now, SOON)
  const rows = await sql.rows<Row>(
    `SELECT id, project_id, kind, subject_id, due_at FROM timers
     WHERE test_clock_id IS NULL AND (armed_until IS NULL OR armed_until <= ?) AND due_at <= ? LIMIT ${BATCH}`,
    [now, soon],
  )
  const jobs = timerJobs(
    rows.map(({ project_id: projectId, kind, subject_id: subjectId, due_at: dueAt }) => ({
      ...{ projectId, kind, subjectId, dueAt },
    })),
    now,
  )
  if (jobs.length === 0 || !(await send(jobs))) return 0
  await sql.run(
    // Who was woken by then may have done it, and set it anew for a later time.
    `UPDATE timers SET armed_until = GREATEST(due_at, CAST(? AS DATETIME(6))) + INTERVAL ? MICROSECOND
     WHERE id IN (?) AND (armed_until IS NULL OR armed_until <= ?) AND due_at <= ?`,
    [now, lease * 1_000, rows.map(({ id }) => id), now, soon],
  )
  return jobs.length
}
