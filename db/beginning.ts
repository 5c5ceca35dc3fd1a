import { type Bound, type Condition, where } from './listing.ts'
import type { Sql, Value } from './sql.ts'

/** A column, and the text that it is to begin with; null where nothing can. */
export type Beginning = readonly [column: string, text: string | null]

/** Greater than any other sign, in every collation that we use. */
const LAST_SIGN = '\u{10ffff}'

/** What the collation of our text goes by. Accents and invisible signs have no weight: it compares as if they were not there. */
const WITH_WEIGHT = /[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u
/** Letters and signs by their class that it gives no weight all the same: marks of Arabic, Samaritan, Vedic and Japanese. */
const WITHOUT_WEIGHT = /[\u06de\u0824\u0828\u1cd3\u1cf2\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f]/u

/** How many signs of `text` have a weight, by which an index can be read. */
export function weightOf(text: string): number {
  return Array.from(text).filter((sign) => WITH_WEIGHT.test(sign) && !WITHOUT_WEIGHT.test(sign)).length
}

/**
 * What meets `conditions` and begins in one of these columns with its text: at most `most`, what the first column
 * finds first. Each column is read from its own index, in the order of that, and no further. `find` looks objects
 * up by their ids, in any order. `others` are further statements that each select at most `most` ids, for what is not at the
 * beginning of a column.
 */
export async function findBeginning<Item extends { id: number }>(
  sql: Sql,
  { table, conditions }: { table: string; conditions: readonly Condition[] },
  beginnings: readonly Beginning[],
  most: number,
  find: (ids: number[]) => Promise<Item[]>,
  others: readonly Bound[] = [],
): Promise<Item[]> {
  const branches = [
    ...beginnings.flatMap(([column, text], place) =>
      text === null ? [] : [branchOf(table, conditions, column, text, place, most)],
    ),
    ...others.map(({ text, values }) => ({
      text: `SELECT id, ${beginnings.length} AS place FROM (${text}) some`,
      values,
    })),
  ]
  const rows = await sql.rows<{ id: number; place: number }>(
    branches.map(({ text }) => `(${text})`).join(' UNION ALL '),
    branches.flatMap(({ values }) => values),
  )
  const ids = rows.sort((one, other) => one.place - other.place).map(({ id }) => id)
  const first = Array.from(new Set(ids)).slice(0, most)
  const items = first.length === 0 ? [] : await find(first)
  const byId = new Map(items.map((item) => [item.id, item]))
  return first.flatMap((id) => byId.get(id) ?? [])
}

function branchOf(
  table: string,
  own: readonly Condition[],
  column: string,
  begins: string,
  place: number,
  most: number,
): { text: string; values: Value[] } {
  // Not by LIKE: that turns away, sign by sign, what the index holds between both ends, and reads on.
  const between = [`${column} >= ? AND ${column} < ?`, begins, `${begins}${LAST_SIGN}`] as const
  const { text, values } = where([...own, between])
  return {
    text: `SELECT id, ${place} AS place FROM ${table} WHERE ${text} ORDER BY ${column} LIMIT ?`,
    values: [...values, most],
  }
}
