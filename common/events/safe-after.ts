import { setTimeout as pause } from 'node:timers/promises'
import { type Condition, where } from '../../db/page.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import { eventConditions, type EventFilter } from './list.ts'

/** Between taking its id and being seen by a dirty read an event needs microseconds. */
const BEING_WRITTEN = 10
/** Far more than one project writes while a transaction is under way. */
const NEWEST = 500

/** The events of a filter that could be seen at a moment: those above `above`, in order. */
export interface Seen {
  conditions: readonly Condition[]
  above: number
  ids: readonly number[]
}

/**
 * What can be seen now: the first `most` after `after`, or the newest where `after` is undefined. Of many
 * only the last `NEWEST` are looked at: what lies before them was written long ago.
 */
export async function seenEvents(
  sql: Sql,
  scope: Scope,
  filter: EventFilter,
  after: number | undefined,
  most: number,
): Promise<Seen> {
  const own = eventConditions(scope, filter)
  const conditions: Condition[] = after === undefined ? own : [...own, ['id > ?', after]]
  if (after !== undefined) {
    const skipped = Math.max(0, most - NEWEST)
    const ids = await idsOf(sql, conditions, 'ASC', Math.min(most, NEWEST), skipped)
    if (skipped === 0) return { conditions, above: after, ids }
    if (ids.length > 0) return { conditions, above: ids[0]! - 1, ids }
  }
  const ids = (await idsOf(sql, conditions, 'DESC', NEWEST)).reverse()
  return { conditions, above: ids.length === NEWEST ? ids[0]! - 1 : (after ?? 0), ids }
}

/**
 * Up to which id nothing can appear any more beside what was seen; ask after reading the list. Ids
 * are given before commits, so an event may still appear below one that is shown already: those
 * under way are found by a dirty read, and the answer lies before the first of them.
 */
export async function safeAfter({ conditions, above, ids }: Seen): Promise<number> {
  const last = ids.at(-1)
  if (last === undefined) return above
  await pause(BEING_WRITTEN)
  const all = await onConnection(async (sql) => {
    await sql.run('SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED') // of the next statement only
    return idsOf(sql, [...conditions, ['id > ?', above], ['id <= ?', last]], 'ASC', ids.length + 1)
  })
  const seen = new Set(ids)
  const underWay = all.find((id) => !seen.has(id))
  return underWay === undefined ? last : underWay - 1
}

async function idsOf(
  sql: Sql,
  conditions: readonly Condition[],
  order: 'ASC' | 'DESC',
  most: number,
  skipped = 0,
): Promise<number[]> {
  const { text, values } = where(conditions)
  const rows = await sql.rows<{ id: number }>(
    `SELECT id FROM events WHERE ${text} ORDER BY id ${order} LIMIT ? OFFSET ?`,
    [...values, most, skipped],
  )
  return rows.map(({ id }) => id)
}
