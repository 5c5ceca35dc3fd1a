import { pageOf } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import { eventListing } from './list.ts'
import { bodyOf, EVENT_COLUMNS, type EventRow } from './rows.ts'
import type { EventType } from './rules/types.ts'
import { safeAfter, seenEvents } from './safe-after.ts'

/** An event for somebody who watches, with the text that endpoints are sent. */
export interface FollowedEvent {
  id: number
  type: EventType
  body: string
}

/** Where to begin in order to be told of what happens from now on. */
export async function newestEvent(sql: Sql, scope: Scope): Promise<number> {
  return safeAfter(sql, await seenEvents(sql, scope, {}))
}

/** Some events after the event `after`, oldest first. Whoever goes on after the last of them misses none. */
export async function followEvents(sql: Sql, scope: Scope, after: number): Promise<FollowedEvent[]> {
  const { items } = await pageOf(sql, eventListing(scope, {}), { after }, (ids) =>
    sql.rows<EventRow>(`SELECT ${EVENT_COLUMNS} FROM events event WHERE id IN (?)`, [ids]),
  )
  return items.map((row) => ({ id: row.id, type: row.type, body: bodyOf(row) }))
}
