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
  if (!known(key)) {
    const { text, values } = selectSome(table, branch)
    const row = await sql.row<{ total: number }>(`SELECT ${text} AS total`, values)
    if (row!.total <= COUNTED_AFRESH) return row!.total
  }
  const { total, newest } = await (known(key) ?? keep(key, countAll(sql, table, branch)))
  // What is new is found by its id, in the index that the list is read from.
  const since = { conditions: [...branch.conditions, ['id > ?', newest] as const], index }
  return total + (await countAll(sql, table, since)).total
}

/** A count as an expression of another statement. */
interface Counting extends Bound {
  /** How many rows there are by what the expression has given; null where they are to be counted by `countRows`. */
  totalBy: (count: number) => number | null
}

/** As `countRows`, within a statement that asks for more; of a list without alternatives. */
export async function countWithin({ table, conditions, index }: Listing): Promise<Counting> {
  const counted = await known(keyOf(table, conditions))
  if (!counted)
    return {
      ...selectSome(table, { conditions, index }),
      totalBy: (count) => (count <= COUNTED_AFRESH ? count : null),
    }
  const { text, values } = where([...conditions, ['id > ?', counted.newest]])
  return {
    text: `(SELECT COUNT(*) FROM ${table} ${hintFor(index)} WHERE ${text})`,
    values,
    totalBy: (count) => counted.total + count,
  }
}

/** A list of what has not expired at this very moment is the same list a moment later. */
function keyOf(table: string, conditions: readonly Condition[]): string {
  const { text, values } = where(conditions)
  return JSON.stringify([table, text, values.filter((value) => !(value instanceof Date))])
}

/** How many rows there are, as far as they are counted for everybody who asks. */
function selectSome(table: string, { conditions, index }: Branch): Bound {
  const { text, values } = where(conditions)
  return {
    text: `(SELECT COUNT(*) FROM (SELECT id FROM ${table} ${hintFor(index)} WHERE ${text} LIMIT ?) some)`,
    values: [...values, COUNTED_AFRESH + 1],
  }
}

async function countAll(sql: Sql, table: string, { conditions, index }: Branch): Promise<Counted> {
  const { text, values } = where(conditions)
  const row = await sql.row<{ total: number; newest: number | null }>(
    `SELECT COUNT(*) AS total, MAX(id) AS newest FROM ${table} ${hintFor(index)} WHERE ${text}`,
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
