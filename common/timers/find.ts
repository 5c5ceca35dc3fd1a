import type { Sql } from '../../db/sql.ts'
import type { OldTimerKind, TimerKind } from '../jobs/catalog.ts'

/** A due row, as a worker takes it up. */
export interface Timer {
  kind: TimerKind | OldTimerKind
  subjectId: number
  projectId: number
  dueAt: Date
  /** How many tries in a row have failed. */
  tries: number
  /** The request, or the job of one, that set it. */
  requestId: string | null
}

interface Row {
  subject_id: number
  project_id: number
  due_at: Date
  tries: number
  request_id: string | null
}

/** The timer of this kind that stands for a subject; null where there is none, or it is a test clock's. */
export async function findTimer(sql: Sql, kind: Timer['kind'], subjectId: number): Promise<Timer | null> {
  return (await findTimers(sql, kind, [subjectId]))[0] ?? null
}

/** As `findTimer`, of several subjects, in the order of their ids. */
export async function findTimers(
  sql: Sql,
  kind: Timer['kind'],
  subjectIds: readonly number[],
): Promise<Timer[]> {
  const rows = await sql.rows<Row>(
    `SELECT subject_id, project_id, due_at, tries, request_id FROM timers
     WHERE kind = ? AND subject_id IN (?) AND test_clock_id IS NULL ORDER BY subject_id`,
    [kind, subjectIds],
  )
  return rows.map((row) => ({
    ...{ kind, subjectId: row.subject_id, projectId: row.project_id, dueAt: row.due_at, tries: row.tries },
    requestId: row.request_id,
  }))
}
