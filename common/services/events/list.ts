import { type Listing, oneOfValues } from '../../../db/listing.ts'
import type { ListQuery, Page } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { EventObject } from '../../domain/events/object.ts'
import { type EventType, type ObjectType, typesAbout } from '../../domain/events/types.ts'
import { type Filters, ofColumns } from '../lists/filter.ts'
import { type FilteredList, type ListIndex, listingOf, listPage } from '../lists/list-page.ts'
import type { Scope } from '../projects/project.ts'
import { EVENT_COLUMNS, type EventRow, serializeEvent } from './rows.ts'

export interface EventFilter extends ListQuery {
  type?: EventType
  object?: ObjectType
  object_id?: number
}

const INDEXES: readonly ListIndex[] = [
  { name: 'events_list', of: [] },
  { name: 'events_object', of: ['object', 'object_id'] }, // few kinds of object share an id
  { name: 'events_object', of: ['object_id'] },
  { name: 'events_type', of: ['type'] },
  { name: 'events_type', of: ['object'] },
]

/** Lists the events of this project and mode, newest first. */
export function listEvents(sql: Sql, scope: Scope, filter: EventFilter): Promise<Page<EventObject>> {
  return listPage(sql, eventList(scope, filter), filter, async (ids) => {
    const rows = await sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [ids])
    return rows.map(serializeEvent)
  })
}

/** Returns the listing for `filter`, without a page or a time range. */
export function eventListing(sql: Sql, scope: Scope, filter: EventFilter): Promise<Listing> {
  return listingOf(sql, eventList(scope, filter))
}

function eventList(scope: Scope, filter: EventFilter): FilteredList {
  return { table: 'events', scope, filters: filtersOf(filter), indexes: INDEXES, byTime: 'events_time' }
}

/**
 * Returns the filters of the list. An object filter alone becomes a filter on its event types, which have an index:
 * another index would slow down every insert. A type implies its object, so the object filter next to it is redundant
 * or contradictory.
 */
function filtersOf({ type, object, object_id }: EventFilter): Filters {
  if (type !== undefined) {
    if (object !== undefined && !typesAbout(object).includes(type)) return { type: { oneOf: [] } }
    return ofColumns({ object_id, type })
  }
  if (object_id !== undefined || object === undefined) return ofColumns({ object, object_id })
  return { object: { oneOf: oneOfValues('type', typesAbout(object)) } }
}
