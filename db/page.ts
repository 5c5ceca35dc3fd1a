import { countRows } from './count.ts'
import { type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'

export { where }
export type { Condition, Listing } from './listing.ts'

export const PER_PAGE = 25

export interface Page<Item> {
  items: Item[]
  page: number
  total: number
}

/** The ids on a page of a list, newest first. A page past the end is empty. */
export async function pageOfIds(sql: Sql, listing: Listing, page: number): Promise<Page<number>> {
  if (page === 1) {
    const items = await idsFrom(sql, listing, 'DESC', 0, PER_PAGE)
    return { items, page, total: items.length < PER_PAGE ? items.length : await countRows(sql, listing) }
  }
  const total = await countRows(sql, listing)
  const before = (page - 1) * PER_PAGE
  if (before >= total) return { items: [], page, total }
  const size = Math.min(PER_PAGE, total - before)
  const after = total - before - size
  // MySQL walks over what it skips: a last page is read from the nearer end.
  const items =
    before <= after
      ? await idsFrom(sql, listing, 'DESC', before, size)
      : (await idsFrom(sql, listing, 'ASC', after, size)).reverse()
  return { items, page, total }
}

async function idsFrom(
  sql: Sql,
  { table, conditions }: Listing,
  order: 'ASC' | 'DESC',
  skip: number,
  size: number,
): Promise<number[]> {
  const { text, values } = where(conditions)
  const rows = await sql.rows<{ id: number }>(
    `SELECT id FROM ${table} WHERE ${text} ORDER BY id ${order} LIMIT ? OFFSET ?`,
    [...values, size, skip],
  )
  return rows.map(({ id }) => id)
}

/** A page of objects out of a page of ids: `find` looks them up and keeps their order. */
export async function pageOf<Item>(
  sql: Sql,
  listing: Listing,
  page: number,
  find: (ids: number[]) => Promise<Item[]>,
): Promise<Page<Item>> {
  const found = await pageOfIds(sql, listing, page)
  return { ...found, items: found.items.length === 0 ? [] : await find(found.items) }
}
