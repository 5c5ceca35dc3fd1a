import { branchesOf, type Condition, type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'

/** Up to here a count costs less than a millisecond or two, and is made for everybody who asks. */
export const COUNTED_AFRESH = 10_000
const CACHED_FOR = 60_000
const CACHE_SIZE = 1_000

/** A count as it was a while ago, of rows up to the id that was then the newest. */
interface Counted {
  total: number
  newest: number
}

const kept = new Map<string, { counted: Promise<Counted>; until: number }>()

/**
 * How many rows a list has. Exact up to `COUNTED_AFRESH`; above that the older rows are counted once
 * a minute, by one caller at a time, and only those that have come since are counted again.
 */
export async function countRows(sql: Sql, listing: Listing): Promise<number> {
  let total = 0
  for (const conditions of branchesOf(listing)) total += await countBranch(sql, listing.table, conditions)
  return total
}

async function countBranch(sql: Sql, table: string, conditions: readonly Condition[]): Promise<number> {
  const { text, values } = where(conditions)
  // A list of what has not expired at this very moment is the same list a moment later.
  const key = JSON.stringify([table, text, values.filter((value) => !(value instanceof Date))])
  if (!known(key)) {
    const row = await sql.row<{ total: number }>(
      `SELECT COUNT(*) AS total FROM (SELECT id FROM ${table} WHERE ${text} LIMIT ?) some`,
      [...values, COUNTED_AFRESH + 1],
    )
    if (row!.total <= COUNTED_AFRESH) return row!.total
  }
  const { total, newest } = await (known(key) ?? keep(key, countAll(sql, table, conditions)))
  const since = await countAll(sql, table, [...conditions, ['id > ?', newest]])
  return total + since.total
}

async function countAll(sql: Sql, table: string, conditions: readonly Condition[]): Promise<Counted> {
  const { text, values } = where(conditions)
  const row = await sql.row<{ total: number; newest: number | null }>(
    `SELECT COUNT(*) AS total, MAX(id) AS newest FROM ${table} WHERE ${text}`,
    values,
  )
  return { total: row!.total, newest: row!.newest ?? 0 }
}

function known(key: string): Promise<Counted> | undefined {
  const found = kept.get(key)
  return found && found.until > performance.now() ? found.counted : undefined
}

function keep(key: string, counted: Promise<Counted>): Promise<Counted> {
  if (kept.size >= CACHE_SIZE) kept.clear()
  kept.set(key, { counted, until: performance.now() + CACHED_FOR })
  counted.catch(() => kept.delete(key))
  return counted
}
