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
}

interface Row {
  project_id: number
  due_at: Date
  tries: number
}

/** The timer of this kind that stands for a subject; null where there is none, or it is a test clock's. */
export async function findTimer(sql: Sql, kind: Timer['kind'], subjectId: number): Promise<Timer | null> {
  const row = await sql.row<Row>(
    'SELECT project_id, due_at, tries FROM timers WHERE kind = ? AND subject_id = ? AND test_clock_id IS NULL',
    [kind, subjectId],
  )
  return row ? { kind, subjectId, projectId: row.project_id, dueAt: row.due_at, tries: row.tries } : null
}
