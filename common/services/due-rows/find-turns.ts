import type { Sql } from '../../../db/sql.ts'
import { laneOf, type QueueName, queues } from '../../domain/jobs/catalog.ts'
import type { DueTurn } from './due-table.ts'

/** A due row and the turn that it belongs to. */
interface Place {
  queue: QueueName
  project_id: number
  id: number
  due_at: Date
}

/** A project with due rows in a queue. */
interface Group {
  queue: QueueName
  project_id: number
  due_at: Date
}

interface DueQueries {
  /** Selects `queue`, `project_id`, `id` and `due_at` of due rows, the first ones first; `?` is the time. */
  rows: string
  /** Selects `queue`, `project_id` and the first `due_at` of each project with due rows; `?` is the time. */
  groups: string
}

/**
 * With more due rows than this, each project is looked up in the index: one project's backlog must not hide another's
 * rows.
 */
export const BACKLOG = 500

/**
 * Finds the turns with due rows. Usually few rows are due, and one short range of an index names their turns. Behind a backlog
 * the second statement jumps from project to project in the index, and names all lanes of each.
 */
export async function findTurns(sql: Sql, { rows, groups }: DueQueries, now: Date): Promise<DueTurn[]> {
  const places = await sql.rows<Place>(`${rows} LIMIT ${BACKLOG}`, [now])
  if (places.length < BACKLOG) return turnsOf(places)
  return (await sql.rows<Group>(groups, [now])).flatMap(({ queue, project_id: group, due_at: since }) =>
    queue in queues
      ? Array.from({ length: queues[queue].lanes }, (_, lane) => ({ queue, group, lane, since }))
      : [],
  )
}

function turnsOf(places: readonly Place[]): DueTurn[] {
  const turns = new Map<string, DueTurn>()
  for (const { queue, project_id: group, id, due_at: since } of places) {
    if (!(queue in queues)) continue // a newer release's: the scanner logs its kind
    const lane = laneOf(queue, id)
    const key = `${queue}-${group}-${lane}`
    if (!turns.has(key)) turns.set(key, { queue, group, lane, since })
  }
  return [...turns.values()]
}
