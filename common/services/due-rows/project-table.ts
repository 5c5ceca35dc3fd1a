import type { Sql } from '../../../db/sql.ts'
import { type QueueName, queues, type Turn } from '../../domain/jobs/catalog.ts'
import { cut } from '../../kit/text.ts'
import { lease } from '../../runtime/lease.ts'
import type { DueRow, DueTable, DueTurn } from './due-table.ts'
import { findTurns } from './find-turns.ts'
import { overdueBy } from './overdue.ts'

/** A table whose rows belong to a project and one queue. `due_at` is null if the row waits for nothing. */
export interface ProjectTable extends Pick<DueTable, 'findTurns' | 'due' | 'neglected' | 'postponedBy'> {
  name: string
  queue: QueueName
  /** Finds due rows of a turn, the earliest first. */
  find: (sql: Sql, turn: Turn, now: Date, most: number) => Promise<DueRow[]>
  /** Postpones a row that could not be claimed. Otherwise every turn would begin with it. */
  putOff: (sql: Sql, id: number, now: Date, error: string) => Promise<void>
}

/**
 * A row that cannot be claimed is postponed for as long as it has been due already, within these limits in
 * milliseconds.
 */
const MIN_PAUSE = lease / 16
const MAX_PAUSE = lease

/**
 * Describes such a table. It needs the indexes `<name>_due` (due_at, project_id) and `<name>_turn` (project_id,
 * due_at). `isKnown` is SQL for the rows that this release can process; the others wait for a newer release.
 */
export function projectTable(name: string, queue: QueueName, isKnown = 'TRUE'): ProjectTable {
  const select = `SELECT '${queue}' AS queue, project_id`
  const rows = `${select}, id, due_at FROM ${name} FORCE INDEX (${name}_due) WHERE due_at <= ? ORDER BY due_at`
  const groups = `${select}, MIN(due_at) AS due_at FROM ${name} FORCE INDEX (${name}_turn)
    GROUP BY project_id HAVING MIN(due_at) <= ?`
  const inTurn = `SELECT id FROM ${name} FORCE INDEX (${name}_turn)
    WHERE project_id = ? AND due_at <= ? AND MOD(id, ${queues[queue].lanes}) = ? AND ${isKnown}
    ORDER BY due_at, id LIMIT ?`
  const putOff = `UPDATE ${name} SET due_since = COALESCE(due_since, due_at),
      due_at = TIMESTAMPADD(MICROSECOND, LEAST(?, GREATEST(?, TIMESTAMPDIFF(MICROSECOND, due_since, ?))), ?), error = ?
    WHERE id = ? AND due_at <= ?`
  const due = (now: Date, most: number) =>
    [`SELECT due_at FROM ${name} FORCE INDEX (${name}_due) WHERE due_at <= ? LIMIT ${most}`, now] as const
  return {
    ...{ name, queue, due, postponedBy: MAX_PAUSE },
    find: (sql, { group, lane }, now, most) => sql.rows<DueRow>(inTurn, [group, now, lane, most]),
    findTurns: (sql, now): Promise<DueTurn[]> => findTurns(sql, { rows, groups }, now),
    neglected: (now, most) => due(overdueBy(now), most),
    putOff: async (sql, id, now, error) => {
      const micros = [1_000 * MAX_PAUSE, 1_000 * MIN_PAUSE]
      await sql.run(putOff, [...micros, now, now, cut(error, 500), id, now])
    },
  }
}
