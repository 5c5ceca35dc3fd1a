import type { BatchedKind, Turn } from '../../common/domain/jobs/catalog.ts'
import { dueTables } from '../../common/services/due-rows/tables.ts'
import { findTimer, type Timer } from '../../common/services/timers/find.ts'
import { onConnection } from '../../db/sql.ts'
import { takeMany } from '../../worker/take-many.ts'
import { takeTimer } from '../../worker/take-timer.ts'

/** Processes a subject's timer as a worker does, whether it is due or not. */
export async function takeTimerOf(kind: Timer['kind'], subjectId: number): Promise<void> {
  const timer = await onConnection((sql) => findTimer(sql, kind, subjectId))
  if (timer) await takeTimer(timer)
}

/** Processes the timers of several subjects in one batch, as a worker does. */
export async function takeTimersOf(kind: BatchedKind, subjectIds: readonly number[]): Promise<void> {
  const timers = await onConnection((sql) =>
    sql.rows<Timer>(
      `SELECT id, kind, subject_id AS subjectId, project_id AS projectId, due_at AS dueAt, tries, request_id AS requestId
       FROM timers WHERE kind = ? AND subject_id IN (?) ORDER BY subject_id`,
      [kind, subjectIds],
    ),
  )
  await takeMany(kind, timers)
}

/** Returns the turns with due rows of a table at `now`, as the scanner finds them. */
export async function dueTurns(
  table: (typeof dueTables)[number]['name'],
  now: Date,
): Promise<(Turn & { since: Date })[]> {
  const { findTurns } = dueTables.find(({ name }) => name === table)!
  return onConnection((sql) => findTurns(sql, now))
}
