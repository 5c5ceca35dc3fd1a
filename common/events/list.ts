import { equal, oneOfValues } from '../../db/listing.ts'
import { type Listing, type ListQuery, type Page, pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import { inStep } from '../projects/in-step.ts'
import type { Scope } from '../projects/project.ts'
import type { EventObject } from './object.ts'
import { EVENT_COLUMNS, type EventRow, serializeEvent } from './rows.ts'
import { type EventType, type ObjectType, typesAbout } from './rules/types.ts'

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

/**
 * What `filter` asks for, whatever part of the list. Of one kind of object: by its types, which have an
 * index; another one would be paid for by every event.
 */
export function eventListing(scope: Scope, { type, object, object_id }: EventFilter): Listing {
  const own = { project_id: scope.project.id, is_test: scope.isTest }
  const all = { table: 'events', risesWithTime: inStep(scope) }
  if (object !== undefined && type === undefined && object_id === undefined)
    return { ...all, conditions: equal(own), oneOf: oneOfValues('type', typesAbout(object)) }
  return { ...all, conditions: equal({ ...own, type, object, object_id }) }
}
