import { setTimeout as pause } from 'node:timers/promises'
import { Refusal } from '../common/kit/refusal.ts'
import { countExpression, countRows } from './count.ts'
import { type CreatedRange, inRange } from './created-range.ts'
import { type Bound, branchesOf, type Condition, hintFor, type Listing, where } from './listing.ts'
import { atOneMoment, type Sql, type Value } from './sql.ts'

export { where }
export type { Bound, Listing } from './listing.ts'

export const PER_PAGE = 25

/** A cursor `before` all objects: none has this id or a greater one. */
export const BEFORE_ALL = Number.MAX_SAFE_INTEGER

/** The parameters of every list: the part of it, and the time range of its objects. */
export interface ListQuery extends CreatedRange {
  /** From 1; not together with `after` or `before`. */
  page?: number
  limit?: number
  /** Only objects with a greater id, oldest first; 0 is before the first. */
  after?: number
  /** Only objects with a smaller id, newest first. */
  before?: number
}

export interface NumberedPage<Item> {
  items: Item[]
  page: number
  perPage: number
  total: number
}

/** The objects after a cursor. Nothing is counted, so every page costs the same. */
export interface CursorPage<Item> {
  items: Item[]
  hasMore: boolean
  /** The list does not know the object of the cursor, so that its place is unknown, and the page is empty. */
  isLost?: true
}

export type Page<Item> = NumberedPage<Item> | CursorPage<Item>

/**
 * Returns, by one statement, the objects whose ids `these` selects, in any order, and the value of the expression `count`;
 * null if there are no objects.
 */
export type FindCounted<Item> = (
  these: Bound,
  count: Bound,
) => Promise<{ items: Item[]; count: number | null }>

/**
 * Returns one page of a list. `find` returns objects by their ids, in any order. `findCounted` reads the first page of a
 * frequent list in one statement, which needs no transaction to see one moment.
 */
export async function pageOf<Item extends { id: number }>(
  sql: Sql,
  list: Listing,
  query: ListQuery,
  find: (ids: number[]) => Promise<Item[]>,
  findCounted?: FindCounted<Item>,
): Promise<Page<Item>> {
  const listing = await inRange(sql, list, query)
  if (findCounted && isFirst(query) && !listing.oneOf && !listing.parts)
    return firstPage(sql, listing, limitOf(query), findCounted)
  // Uncommitted rows are searched outside of a transaction, and the found rows are then checked again.
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
 * at its end. An id without an object is allowed, since its object may have been deleted. Any `before` is allowed too.
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
  const expression = await countExpression(listing)
  const { items, count } = await find(selectIds(listing, 'DESC', 0, perPage), expression)
  const newestFirst = items.sort((one, other) => other.id - one.id)
  const isAll = count === null || items.length < perPage
  return {
    items: newestFirst,
    page: 1,
    perPage,
    total: isAll ? items.length : (expression.totalOf(count) ?? (await countRows(sql, listing))),
  }
}

/** Returns the ids that are still on the list. */
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

/** Returns the ids of a page, newest first. A page past the end is empty. */
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
  // MySQL reads the rows that it skips, so a page is read from the nearer end.
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

/** Maximum time that a dirty read misses a row that has an id already, in milliseconds. It takes microseconds. */
const BEING_WRITTEN = 10

/**
 * Returns the ids after a cursor, oldest first. Ids are given before commits, so a row may still appear below a row that is
 * visible already. A dirty read finds uncommitted rows, and the page ends before the first of them. So a client that
 * continues after the last id of each page misses no row.
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
  const uncommitted = await firstUncommitted(sql, rest, seen)
  const items = seen.filter((id) => uncommitted === null || id < uncommitted).slice(0, limit)
  return { items, hasMore: items.length > 0 && items.length < seen.length }
}

/** Returns the first uncommitted row at or below the last of `seen`, or null. */
export async function firstUncommitted(
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

/** Returns the part of a list beyond an id. */
function beyond(listing: Listing, condition: Condition): Listing {
  return { ...listing, conditions: [...listing.conditions, condition] }
}

/** Returns some ids of a list, sorted. */
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
 * Returns a statement that selects some ids of a list. Each branch is read from its end of an index. By the primary key
 * the server would read all projects. Because of that key it does not start at an id in the list's own index either, but
 * reads from the end of the index.
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
