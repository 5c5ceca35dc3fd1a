import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../common/kit/refusal.ts'
import { countRows, countWithin } from './count.ts'
import { type Created, ofTime } from './created.ts'
import { type Bound, branchesOf, type Condition, hintFor, type Listing, where } from './listing.ts'
import { atOneMoment, type Sql, type Value } from './sql.ts'

export { where }
export type { Bound, Listing } from './listing.ts'

export const PER_PAGE = 25

/** What every list can be asked: which part of it, and objects of which time. */
export interface ListQuery extends Created {
  /** From 1; not together with `after` or `before`. */
  page?: number
  limit?: number
  /** Only what has a greater id, oldest first; 0 is before the first. */
  after?: number
  /** Only what has a smaller id, newest first. */
  before?: number
}

export interface NumberedPage<Item> {
  items: Item[]
  page: number
  perPage: number
  total: number
}

/** What follows a cursor. Nothing is counted, so any depth costs the same. */
export interface CursorPage<Item> {
  items: Item[]
  hasMore: boolean
}

export type Page<Item> = NumberedPage<Item> | CursorPage<Item>

/**
 * Looks up, in one statement, the objects whose ids `these` selects, in any order, and how many rows the list has by
 * the expression `count`; null where there are no objects to say so.
 */
export type FindCounted<Item> = (
  these: Bound,
  count: Bound,
) => Promise<{ items: Item[]; count: number | null }>

/**
 * A part of a list: `find` looks objects up by their ids, in any order. `findCounted`: for lists that are asked for so
 * often that their first page is worth a statement of its own, which needs no transaction to see one moment.
 */
export async function pageOf<Item extends { id: number }>(
  sql: Sql,
  list: Listing,
  query: ListQuery,
  find: (ids: number[]) => Promise<Item[]>,
  findCounted?: FindCounted<Item>,
): Promise<Page<Item>> {
  const listing = await ofTime(sql, list, query)
  if (findCounted && isFirst(query) && !listing.oneOf && !listing.parts)
    return firstPage(sql, listing, limitOf(query), findCounted)
  // Rows under way are looked for between transactions; what was found is then looked at once more.
  const reached = query.after === undefined ? null : await idsAfter(sql, listing, query.after, limitOf(query))
  return atOneMoment(sql, async () => {
    const found = reached ? await stillOn(sql, listing, reached) : await idsOn(sql, listing, query)
    if (found.items.length === 0) await checkCursor(sql, list, query)
    const items = found.items.length === 0 ? [] : await find(found.items)
    const byId = new Map(items.map((item) => [item.id, item]))
    return { ...found, items: found.items.flatMap((id) => byId.get(id) ?? []) }
  })
}

/**
 * Refuses `after` of a page without rows if it is an object of another project or mode: the client would take the list to be
 * at its end. An id that no object has is fine: its object may have been deleted. So is any number as `before`.
 */
async function checkCursor(sql: Sql, { table, own }: Listing, { after }: ListQuery): Promise<void> {
  if (after === undefined || after === 0 || own === undefined) return
  const { text, values } = where(own)
  const row = await sql.row<{ is_own: number }>(`SELECT ${text} AS is_own FROM ${table} WHERE id = ?`, [
    ...values,
    after,
  ])
  if (row?.is_own !== 0) return
  const sentence =
    'after must be the id of an object of this list, in the mode of this token, or 0 for the beginning.'
  throw new Refusal({ code: 'validation_failed', path: 'after', params: { sentence } })
}

function isFirst({ page = 1, before, after }: ListQuery): boolean {
  return page === 1 && before === undefined && after === undefined
}

async function firstPage<Item extends { id: number }>(
  sql: Sql,
  listing: Listing,
  perPage: number,
  find: FindCounted<Item>,
): Promise<NumberedPage<Item>> {
  const counting = await countWithin(listing)
  const { items, count } = await find(selectIds(listing, 'DESC', 0, perPage), counting)
  const newestFirst = items.sort((one, other) => other.id - one.id)
  const isAll = count === null || items.length < perPage
  return {
    items: newestFirst,
    page: 1,
    perPage,
    total: isAll ? items.length : (counting.totalBy(count) ?? (await countRows(sql, listing))),
  }
}

/** What of a part of a list is on it at this moment. */
async function stillOn(sql: Sql, listing: Listing, reached: CursorPage<number>): Promise<CursorPage<number>> {
  const { items: ids } = reached
  if (ids.length === 0) return reached
  const marks = ids.map(() => '?').join(', ')
  const conditions: Condition[] = [...listing.conditions, [`id IN (${marks})`, ...ids]]
  const oneOf = listing.oneOf?.map(({ condition }) => ({ condition }))
  const these: Listing = { ...listing, conditions, oneOf, index: 'PRIMARY' }
  const items = await idsFrom(sql, these, 'ASC', 0, ids.length)
  return { ...reached, items }
}

function limitOf({ limit = PER_PAGE }: ListQuery): number {
  return limit
}

async function idsOn(sql: Sql, listing: Listing, query: ListQuery): Promise<Page<number>> {
  const limit = limitOf(query)
  if (query.before !== undefined) return idsBefore(sql, listing, query.before, limit)
  return idsOfPage(sql, listing, query.page ?? 1, limit)
}

/** Newest first. A page past the end is empty. */
async function idsOfPage(
  sql: Sql,
  listing: Listing,
  page: number,
  perPage: number,
): Promise<NumberedPage<number>> {
  if (page === 1) {
    const items = await idsFrom(sql, listing, 'DESC', 0, perPage)
    const total = items.length < perPage ? items.length : await countRows(sql, listing)
    return { items, page, perPage, total }
  }
  const total = await countRows(sql, listing)
  const before = (page - 1) * perPage
  if (before >= total) return { items: [], page, perPage, total }
  const size = Math.min(perPage, total - before)
  const after = total - before - size
  // MySQL walks over what it skips: a last page is read from the nearer end.
  const items =
    before <= after
      ? await idsFrom(sql, listing, 'DESC', before, size)
      : (await idsFrom(sql, listing, 'ASC', after, size)).reverse()
  return { items, page, perPage, total }
}

async function idsBefore(
  sql: Sql,
  listing: Listing,
  before: number,
  limit: number,
): Promise<CursorPage<number>> {
  const ids = await idsFrom(sql, beyond(listing, ['id < ?', before]), 'DESC', 0, limit + 1)
  return { items: ids.slice(0, limit), hasMore: ids.length > limit }
}

/** Between taking its id and being seen by a dirty read a row needs microseconds. */
const BEING_WRITTEN = 10

/**
 * Oldest first. Ids are given before commits, so a row may still appear below one that is seen already: those
 * under way are found by a dirty read, and the page ends before the first of them. Whoever goes on after the
 * last id of each page misses nothing.
 */
async function idsAfter(
  sql: Sql,
  listing: Listing,
  after: number,
  limit: number,
): Promise<CursorPage<number>> {
  const rest = beyond(listing, ['id > ?', after])
  const seen = await idsFrom(sql, rest, 'ASC', 0, limit + 1)
  const last = seen.at(-1)
  if (last === undefined) return { items: [], hasMore: false }
  const underWay = await firstUnderWay(sql, rest, seen)
  const items = seen.filter((id) => underWay === null || id < underWay).slice(0, limit)
  return { items, hasMore: items.length > 0 && items.length < seen.length }
}

/** The first row at or below the last of `seen` that is not among them: somebody has yet to commit it. */
export async function firstUnderWay(
  sql: Sql,
  listing: Listing,
  seen: readonly number[],
): Promise<number | null> {
  const last = seen.at(-1)
  if (last === undefined) return null
  await pause(BEING_WRITTEN)
  await sql.run('SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED') // of the next statement only
  const all = await idsFrom(sql, beyond(listing, ['id <= ?', last]), 'ASC', 0, seen.length + 1)
  const known = new Set(seen)
  return all.find((id) => !known.has(id)) ?? null
}

/** What of a list lies beyond an id. */
function beyond(listing: Listing, condition: Condition): Listing {
  return { ...listing, conditions: [...listing.conditions, condition] }
}

/** Some of the ids that a list has, by id. */
export async function idsFrom(
  sql: Sql,
  listing: Listing,
  order: 'ASC' | 'DESC',
  skip: number,
  size: number,
): Promise<number[]> {
  if (branchesOf(listing).length === 0) return []
  const { text, values } = selectIds(listing, order, skip, size)
  const rows = await sql.rows<{ id: number }>(text, values)
  return rows.map(({ id }) => id)
}

/**
 * As a statement, of a list that has branches. Each is read from its own end of an index. By the primary key it would
 * be read across all projects; and because of that key the server does not begin at an id in the list's own index
 * either, but walks there from the end.
 */
function selectIds(listing: Listing, order: 'ASC' | 'DESC', skip: number, size: number): Bound {
  const branches = branchesOf(listing).map(({ conditions, index }) => {
    const { text, values } = where(conditions)
    return { text: `SELECT id FROM ${listing.table} ${hintFor(index)} WHERE ${text}`, values }
  })
  const [branch, ...others] = branches as [Bound, ...Bound[]]
  const end = `ORDER BY id ${order} LIMIT ?`
  if (others.length === 0)
    return { text: `${branch.text} ${end} OFFSET ?`, values: [...branch.values, size, skip] }
  return {
    text: `${branches.map(({ text }) => `(${text} ${end})`).join(' UNION ALL ')} ${end} OFFSET ?`,
    values: [...branches.flatMap(({ values }): Value[] => [...values, skip + size]), size, skip],
  }
}
