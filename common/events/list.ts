import { countRows } from '../../db/count.ts'
import { equal } from '../../db/listing.ts'
import { type Condition, type Page, pageOf, PER_PAGE, where } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { EventObject } from './object.ts'
import { EVENT_COLUMNS, type EventRow, serializeEvent } from './rows.ts'
import type { EventType, ObjectType } from './rules/types.ts'

export interface EventFilter {
  type?: EventType
  object?: ObjectType
  object_id?: number
}

/** What `filter` asks for of this project and mode. */
export function eventConditions(scope: Scope, { type, object, object_id }: EventFilter): Condition[] {
  return equal({ project_id: scope.project.id, is_test: scope.isTest, type, object, object_id })
}

/** A page of events, newest first; those after the event `after`, where it is given, oldest first. */
export async function listEvents(
  sql: Sql,
  scope: Scope,
  filter: EventFilter,
  after: number | undefined,
  page: number,
): Promise<Page<EventObject>> {
  const own = eventConditions(scope, filter)
  if (after === undefined)
    return pageOf(sql, { table: 'events', conditions: own }, page, (ids) => eventsById(sql, ids))
  const conditions: Condition[] = [...own, ['id > ?', after]]
  const { text, values } = where(conditions)
  const rows = await sql.rows<EventRow>(
    `SELECT ${EVENT_COLUMNS} FROM events event WHERE ${text} ORDER BY id LIMIT ? OFFSET ?`,
    [...values, PER_PAGE, (page - 1) * PER_PAGE],
  )
  return {
    items: rows.map(serializeEvent),
    page,
    total: await countRows(sql, { table: 'events', conditions }),
  }
}

async function eventsById(sql: Sql, ids: readonly number[]): Promise<EventObject[]> {
  const rows = await sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [ids])
  return rows.sort((a, b) => b.id - a.id).map(serializeEvent)
}
