import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { equal } from '../../db/listing.ts'
import type { Condition, Page } from '../../db/page.ts'
import { pageOf, PER_PAGE, where } from '../../db/page.ts'
import { countRows } from '../../db/count.ts'
import type { Sql } from '../../db/sql.ts'
import { EVENT_COLUMNS, presentEvent } from './present-event.ts'
import type { EventAnswer, EventRow } from './present-event.ts'
import type { EventObject, EventType } from './rules/types.ts'

export interface EventFilter {
  type?: EventType
  object?: EventObject
  object_id?: number
}

/** What `filter` asks for of this project and mode. */
export function eventConditions(scope: Scope, { type, object, object_id }: EventFilter): Condition[] {
  return equal({ project_id: scope.project.id, is_test: scope.isTest, type, object, object_id })
}

/** The event `id` of this project and mode; refuses where there is none. */
export async function eventOf(sql: Sql, scope: Scope, id: number): Promise<EventAnswer> {
  const row = await sql.row<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events event WHERE id = ? AND project_id = ? AND is_test = ?`,
    [id, scope.project.id, scope.isTest],
  )
  if (!row) throw new Refusal({ code: 'not_found', words: { what: 'event' } })
  return presentEvent(row)
}

/** A page of events, newest first; those after the event `after`, where it is given, oldest first. */
export async function listEvents(
  sql: Sql,
  scope: Scope,
  filter: EventFilter,
  after: number | undefined,
  page: number,
): Promise<Page<EventAnswer>> {
  const own = eventConditions(scope, filter)
  if (after === undefined)
    return pageOf(sql, { table: 'events', conditions: own }, page, (ids) => eventsById(sql, ids))
  const conditions: Condition[] = [...own, ['id > ?', after]]
  const { text, values } = where(conditions)
  const rows = await sql.rows<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events event WHERE ${text} ORDER BY id LIMIT ? OFFSET ?`,
    [...values, PER_PAGE, (page - 1) * PER_PAGE],
  )
  return { items: rows.map(presentEvent), page, total: await countRows(sql, { table: 'events', conditions }) }
}

async function eventsById(sql: Sql, ids: readonly number[]): Promise<EventAnswer[]> {
  const rows = await sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [ids])
  return rows.sort((a, b) => b.id - a.id).map(presentEvent)
}
