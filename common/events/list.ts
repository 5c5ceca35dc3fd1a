import { equal } from '../../db/listing.ts'
import { type Listing, type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import type { EventObject } from './object.ts'
import { EVENT_COLUMNS, type EventRow, serializeEvent } from './rows.ts'
import type { EventType, ObjectType } from './rules/types.ts'

export interface EventFilter extends ListQuery {
  type?: EventType
  object?: ObjectType
  object_id?: number
}

/** The events of this project and mode, newest first. */
export function listEvents(sql: Sql, scope: Scope, filter: EventFilter): Promise<Page<EventObject>> {
  return pageOf(sql, eventListing(scope, filter), filter, async (ids) => {
    const rows = await sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [ids])
    return rows.map(serializeEvent)
  })
}

/** What `filter` asks for, whatever part of the list. */
export function eventListing(scope: Scope, { type, object, object_id }: EventFilter): Listing {
  return {
    table: 'events',
    conditions: equal({ project_id: scope.project.id, is_test: scope.isTest, type, object, object_id }),
  }
}
