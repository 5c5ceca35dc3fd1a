import type { Sql } from '../../db/sql.ts'
import { type NewJob, type OldTimerKind, type TimerKind } from '../jobs/catalog.ts'
import { later, MINUTE } from '../kit/time.ts'
import { lease } from '../runtime/lease.ts'
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
 * Timers that are due soon and that nobody has been woken for, or whose job seems lost; arms them, in
 * one statement since after an outage there are very many, and answers their jobs. Two scanners
 * may find the same: a job has an id and is sent once. Those of test clocks wait for their clock.
 */
export async function dueTimers(sql: Sql, now: Date): Promise<NewJob[]> {
  const rows = await sql.rows<Row>(
    `SELECT id, project_id, kind, subject_id, due_at FROM timers
     WHERE test_clock_id IS NULL AND (armed_until IS NULL OR armed_until <= ?) AND due_at <= ? LIMIT ${BATCH}`,
    [now, later(now, SOON)],
  )
  if (rows.length === 0) return []
  await sql.run(
    `UPDATE timers SET armed_until = GREATEST(due_at, CAST(? AS DATETIME(6))) + INTERVAL ? MICROSECOND
     WHERE id IN (?) AND (armed_until IS NULL OR armed_until <= ?)`,
    [now, lease * 1_000, rows.map(({ id }) => id), now],
  )
  return timerJobs(
    rows.map(({ project_id: projectId, kind, subject_id: subjectId, due_at: dueAt }) => ({
      ...{ projectId, kind, subjectId, dueAt },
    })),
    now,
  )
}
