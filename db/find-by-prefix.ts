import { type Bound, type Condition, type Listing, where } from './listing.ts'
import type { Sql, Value } from './sql.ts'

/** A column and its prefix; null if no value can match. */
export type Prefix = readonly [column: string, text: string | null]

/** Greater than any other character, in every collation that we use. */
const LAST_CHARACTER = '\u{10ffff}'

/** Characters that the collation compares. It ignores accents and invisible characters, which have no weight. */
const WITH_WEIGHT = /[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u
/** Exceptions without a weight, by class letters or signs: marks of Arabic, Samaritan, Vedic and Japanese. */
const WITHOUT_WEIGHT = /[\u06de\u0824\u0828\u1cd3\u1cf2\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f]/u

/** Returns how many characters of `text` have a weight. Without any, an index cannot be searched. */
export function weightOf(text: string): number {
  return Array.from(text).filter((one) => WITH_WEIGHT.test(one) && !WITHOUT_WEIGHT.test(one)).length
}

/** The most entries of an index that are read to find the newest of them. */
const MOST_READ = 1_000

/**
 * Returns the objects that meet `conditions` and have one of the prefixes, at most `most`: matches of the first column first,
 * of each column those that are equal to the text and then the newest. Each column is read from its own index, in index order,
 * and at most `MOST_READ` entries: with more matches, some of the newest may be missing. `find` returns objects by their ids,
 * in any order. `others` are further statements that each select at most `most` ids, for what is not a prefix of a
 * column.
 */
export async function findByPrefix<Item extends { id: number }>(
  sql: Sql,
  { table, conditions }: Pick<Listing, 'table' | 'conditions'>,
  prefixes: readonly Prefix[],
  most: number,
  find: (ids: number[]) => Promise<Item[]>,
  others: readonly Bound[] = [],
): Promise<Item[]> {
  const branches = [
    ...prefixes.flatMap(([column, text], place) =>
      text === null ? [] : [branchOf(table, conditions, column, text, place, most)],
    ),
    ...others.map(({ text, values }) => ({
      text: `SELECT id, ${prefixes.length} AS place FROM (${text}) some`,
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
  prefix: string,
  place: number,
  most: number,
): { text: string; values: Value[] } {
  // LIKE would compare every entry of the index between both ends, and read further.
  const between = [`${column} >= ? AND ${column} < ?`, prefix, `${prefix}${LAST_CHARACTER}`] as const
  const { text, values } = where([...own, between])
  return {
    text: `SELECT id, ${place} AS place FROM
      (SELECT id, ${column} = ? AS same FROM ${table} WHERE ${text} ORDER BY ${column} LIMIT ${MOST_READ}) some
      ORDER BY same DESC, id DESC LIMIT ?`,
    values: [prefix, ...values, most],
  }
}
