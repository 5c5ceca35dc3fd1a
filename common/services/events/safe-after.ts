import { firstUncommitted, idsFrom, type Listing } from '../../../db/page.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import { type EventFilter, eventListing } from './list.ts'

/** Far more events than one project records during a transaction. */
const NEWEST = 500

/** The newest events of a listing at one moment, in order. No earlier event can still appear. */
export interface Seen {
  listing: Listing
  ids: readonly number[]
}

/** Reads the newest events. Call it before reading the list. */
export async function seenEvents(sql: Sql, scope: Scope, filter: EventFilter): Promise<Seen> {
  const own = await eventListing(sql, scope, filter)
  const ids = (await idsFrom(sql, own, 'DESC', 0, NEWEST)).reverse()
  const isAll = ids.length < NEWEST
  const listing = isAll ? own : { ...own, conditions: [...own.conditions, ['id >= ?', ids[0]!] as const] }
  return { listing, ids }
}

/**
 * Returns where to continue after a page of events that came after the id `after`. An id of another installation can be larger
 * than any event here; waiting for it would miss everything until then.
 */
export async function continueAfter(
  sql: Sql,
  scope: Scope,
  after: number,
  page: readonly { id: number }[],
): Promise<number> {
  const last = page.at(-1)
  if (last) return last.id
  const [newest = 0] = await idsFrom(sql, await eventListing(sql, scope, {}), 'DESC', 0, 1)
  return after <= newest ? after : safeAfter(sql, await seenEvents(sql, scope, {}))
}

/**
 * Returns an id: no further event can appear up to it. Call it after reading the list. Ids are assigned before
 * commit, so an event can still appear with a lower id than one that is already listed.
 */
export async function safeAfter(sql: Sql, { listing, ids }: Seen): Promise<number> {
  const uncommitted = await firstUncommitted(sql, listing, ids)
  return uncommitted === null ? (ids.at(-1) ?? 0) : uncommitted - 1
}
