import type { TimerKind, WakeUp } from '../jobs/catalog.ts'
import { wakeUp } from '../jobs/catalog.ts'
import { armedUntil } from '../runtime/lease.ts'
import { horizon } from '../runtime/queues.ts'
import type { Sql } from '../../db/sql.ts'

/** More wait for the next look. */
const BATCH = 500

interface Row {
  id: number
  kind: TimerKind
  subject_id: number
  due_at: Date
}

/**
 * Timers within the horizon that nobody has been woken for, or whose wake-up seems lost; arms them
 * and answers their wake-ups. Those of test clocks wait for their clock.
 */
export async function dueTimers(sql: Sql, now: Date): Promise<WakeUp[]> {
  const rows = await sql.rows<Row>(
    `SELECT id, kind, subject_id, due_at FROM timers
     WHERE test_clock_id IS NULL AND (armed_until IS NULL OR armed_until < ?) AND due_at <= ? LIMIT ${BATCH}`,
    [now, horizon(now)],
  )
  const wakeUps: WakeUp[] = []
  for (const { id, kind, subject_id: subjectId, due_at: dueAt } of rows) {
    const { affectedRows } = await sql.run(
      'UPDATE timers SET armed_until = ? WHERE id = ? AND (armed_until IS NULL OR armed_until < ?)',
      [armedUntil(dueAt, now), id, now],
    )
    if (affectedRows === 1) wakeUps.push(wakeUp(kind, subjectId, dueAt, { subjectId }))
  }
  return wakeUps
}
