import { pageOf } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { EventType } from '../../domain/events/types.ts'
import type { Scope } from '../projects/project.ts'
import { eventListing } from './list.ts'
import { bodyOf, EVENT_COLUMNS, type EventRow } from './rows.ts'
import { safeAfter, seenEvents } from './safe-after.ts'

/** An event for a client that follows events, with the body that endpoints receive. */
export interface FollowedEvent {
  id: number
  type: EventType
  body: string
}

/** Returns the id after which to start, to receive only events from now on. */
export async function newestEvent(sql: Sql, scope: Scope): Promise<number> {
  return safeAfter(sql, await seenEvents(sql, scope, {}))
}

/** Returns some events after the event `after`, oldest first. Continue after the last one: no event is missed. */
export async function followEvents(sql: Sql, scope: Scope, after: number): Promise<FollowedEvent[]> {
  const { items } = await pageOf(sql, await eventListing(sql, scope, {}), { after }, (ids) =>
    sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [ids]),
  )
  return items.map((row) => ({ id: row.id, type: row.type, body: bodyOf(row) }))
}
