import type { Sql } from '../../../db/sql.ts'
import { type JobKind, jobKinds, queues, type Turn } from '../../domain/jobs/catalog.ts'

/** A timer, as a worker processes it. */
export interface Timer {
  id: number
  kind: JobKind
  subjectId: number
  projectId: number
  /** When it first became due, even if failed tries have postponed it. */
  dueAt: Date
  /** Number of consecutive failed tries. */
  tries: number
  /** Id of the request that set it, directly or through a job. */
  requestId: string | null
}

const COLUMNS = `id, kind, subject_id AS subjectId, project_id AS projectId, COALESCE(due_since, due_at) AS dueAt, tries,
  request_id AS requestId`

/** Finds a subject's timer of this kind in real time; returns null if not found or a test clock owns it. */
export async function findTimer(sql: Sql, kind: Timer['kind'], subjectId: number): Promise<Timer | null> {
  const row = await sql.row<Timer>(
    `SELECT ${COLUMNS} FROM timers WHERE kind = ? AND subject_id = ? AND test_clock_id IS NULL`,
    [kind, subjectId],
  )
  return row ?? null
}

/**
 * Finds due timers of a turn, the earliest first. Leaves kinds that this release does not know to workers of
 * a newer release.
 */
export function findDueTimers(
  sql: Sql,
  { queue, group, lane }: Turn,
  now: Date,
  most: number,
): Promise<Timer[]> {
  return sql.rows<Timer>(
    `SELECT ${COLUMNS} FROM timers FORCE INDEX (timers_turn)
     WHERE queue = ? AND project_id = ? AND due_at <= ? AND MOD(subject_id, ?) = ? AND test_clock_id IS NULL
       AND kind IN (?)
     ORDER BY due_at, subject_id LIMIT ?`,
    [queue, group, now, queues[queue].lanes, lane, jobKinds, most],
  )
}
