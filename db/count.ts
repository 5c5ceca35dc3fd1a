import {
  type Bound,
  type Branch,
  branchesOf,
  type Condition,
  hintFor,
  type Listing,
  where,
} from './listing.ts'
import type { Sql } from './sql.ts'

/** Up to this number, rows are counted for each request: that takes less than two milliseconds. */
export const ALWAYS_COUNTED = 10_000
const CACHED_FOR = 60_000
const CACHE_SIZE = 1_000

/** A cached count, of the rows up to the id that was the newest then. */
interface CachedCount {
  total: number
  newest: number
}

const cache = new Map<string, { count: Promise<CachedCount>; until: number }>()

/**
 * Returns the number of rows of a list. Above `ALWAYS_COUNTED` the count is cached for a minute, and only rows that are
 * newer than the cached count are counted again.
 */
export async function countRows(sql: Sql, listing: Listing): Promise<number> {
  let total = 0
  for (const part of partsOf(listing))
    for (const branch of branchesOf(part)) total += await countBranch(sql, listing, branch)
  return total
}

function partsOf(listing: Listing): readonly Listing[] {
  if (listing.parts) return listing.parts.map((part) => ({ ...listing, ...part }))
  return [listing.counted ? { ...listing, oneOf: listing.counted } : listing]
}

async function countBranch(sql: Sql, { table, index }: Listing, branch: Branch): Promise<number> {
  const key = keyOf(table, branch.conditions)
  if (!cachedCount(key)) {
    const { text, values } = limitedCount(table, branch)
    const row = await sql.row<{ total: number }>(`SELECT ${text} AS total`, values)
    if (row!.total <= ALWAYS_COUNTED) return row!.total
  }
  const { total, newest } = await (cachedCount(key) ?? cacheCount(key, countAll(sql, table, branch)))
  // Newer rows are found by their ids, in the index that the list is read from.
  const newer = { conditions: [...branch.conditions, ['id > ?', newest] as const], index }
  return total + (await countAll(sql, table, newer)).total
}

/** A count as an expression within another statement. */
interface CountExpression extends Bound {
  /** Returns the number of rows from the value of the expression; null if `countRows` must count them. */
  totalOf: (count: number) => number | null
}

/** Like `countRows`, for use within another statement. The list must have no alternatives. */
export async function countExpression({ table, conditions, index }: Listing): Promise<CountExpression> {
  const cached = await cachedCount(keyOf(table, conditions))
  if (!cached)
    return {
      ...limitedCount(table, { conditions, index }),
      totalOf: (count) => (count <= ALWAYS_COUNTED ? count : null),
    }
  const { text, values } = where([...conditions, ['id > ?', cached.newest]])
  return {
    text: `(SELECT COUNT(*) FROM ${table} ${hintFor(index)} WHERE ${text})`,
    values,
    totalOf: (count) => cached.total + count,
  }
}

/** Returns the key of a cached count. Times are left out: rows that have not expired now are the same list a moment later. */
function keyOf(table: string, conditions: readonly Condition[]): string {
  const { text, values } = where(conditions)
  return JSON.stringify([table, text, values.filter((value) => !(value instanceof Date))])
}

/** Returns an expression that counts rows, but stops above `ALWAYS_COUNTED`. */
function limitedCount(table: string, { conditions, index }: Branch): Bound {
  const { text, values } = where(conditions)
  return {
    text: `(SELECT COUNT(*) FROM (SELECT id FROM ${table} ${hintFor(index)} WHERE ${text} LIMIT ?) some)`,
    values: [...values, ALWAYS_COUNTED + 1],
  }
}

async function countAll(sql: Sql, table: string, { conditions, index }: Branch): Promise<CachedCount> {
  const { text, values } = where(conditions)
  const row = await sql.row<{ total: number; newest: number | null }>(
    `SELECT COUNT(*) AS total, MAX(id) AS newest FROM ${table} ${hintFor(index)} WHERE ${text}`,
    values,
  )
  return { total: row!.total, newest: row!.newest ?? 0 }
}

function cachedCount(key: string): Promise<CachedCount> | undefined {
  const cached = cache.get(key)
  return cached && cached.until > performance.now() ? cached.count : undefined
}

function cacheCount(key: string, count: Promise<CachedCount>): Promise<CachedCount> {
  if (cache.size >= CACHE_SIZE) cache.clear()
  cache.set(key, { count, until: performance.now() + CACHED_FOR })
  count.catch(() => cache.delete(key))
  return count
}
