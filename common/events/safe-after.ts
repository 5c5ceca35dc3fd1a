import { firstUnderWay, idsFrom, type Listing } from '../../db/page.ts'
import type { Sql } from '../../db/sql.ts'
import type { Scope } from '../projects/project.ts'
import { type EventFilter, eventListing } from './list.ts'

/** Far more than one project writes while a transaction is under way. */
const NEWEST = 500

/** The newest events of a filter that could be seen at a moment, in order: nothing under way lies before them. */
export interface Seen {
  listing: Listing
  ids: readonly number[]
}

/** What can be seen now; to be asked before the list is read. */
export async function seenEvents(sql: Sql, scope: Scope, filter: EventFilter): Promise<Seen> {
  const own = eventListing(scope, filter)
  const ids = (await idsFrom(sql, own, 'DESC', 0, NEWEST)).reverse()
  const isAll = ids.length < NEWEST
  const listing = isAll ? own : { ...own, conditions: [...own.conditions, ['id >= ?', ids[0]!] as const] }
  return { listing, ids }
}

/**
 * Up to which id nothing can appear any more beside what was seen; ask after reading the list. Ids
 * are given before commits, so an event may still appear below one that is shown already.
 */
export async function safeAfter(sql: Sql, { listing, ids }: Seen): Promise<number> {
  const underWay = await firstUnderWay(sql, listing, ids)
  return underWay === null ? (ids.at(-1) ?? 0) : underWay - 1
}
