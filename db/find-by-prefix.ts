import type { Found, SearchText, SearchWord } from '../common/kit/wanted.ts'
import { type Bound, type Condition, type Listing, where } from './listing.ts'
import type { Sql } from './sql.ts'

type Prefix = readonly [column: string, text: string | null]

/** The fields in which a word is looked for. */
export interface Fields {
  /** Columns and their prefix; null if no value can match. An index has the columns of the conditions and then this one. */
  prefixes: readonly Prefix[]
  /** Generated columns with the text of one of the others from a later word on. */
  later?: readonly Prefix[]
  /** A condition that is not a prefix, and its index. */
  exact?: { index: string; condition: Condition } | null
  /** Further statements that each select the ids of a few objects. */
  others?: readonly Bound[]
}

/** Greater than any other character, in every collation that we use. */
export const LAST_CHARACTER = '\u{10ffff}'

/** Characters that the collation compares. It ignores accents and invisible characters, which have no weight. */
const WITH_WEIGHT = /[\p{L}\p{N}\p{P}\p{S}\p{Zs}]/u
/** Exceptions without a weight, by class letters or signs: marks of Arabic, Samaritan, Vedic and Japanese. */
const WITHOUT_WEIGHT = /[\u06de\u0824\u0828\u1cd3\u1cf2\ufc5e-\ufc63\ufcf2-\ufcf4\ufe70-\ufe7f\uff9e\uff9f]/u

/** Returns how many characters of `text` have a weight. Without any, an index cannot be searched. */
export function weightOf(text: string): number {
  return Array.from(text).filter((one) => WITH_WEIGHT.test(one) && !WITHOUT_WEIGHT.test(one)).length
}

/** The most entries of an index that are read to find the newest of them. */
export const MOST_READ = 1_000

/** The objects to search in. */
interface SearchedListing extends Pick<Listing, 'table' | 'conditions'> {
  /** A condition on the id `some.id` that is checked after the index was read, such as whether the object has a refund. */
  keep?: string
}

/**
 * Returns the objects that meet `conditions` and have a field that begins with the text, at most `most`: matches of the first
 * column first, of each column those that are equal to the text and then the newest. Each column is read from its own index,
 * in index order, and at most `MOST_READ` entries: with more matches, some of the newest may be missing. Without a match,
 * returns the newest objects if each word of the text matches some field: they are found if one of the words has at most
 * `MOST_READ` matches. `find` returns objects by their ids, in any order.
 */
export async function findByPrefix<Item extends { id: number }>(
  sql: Sql,
  listing: SearchedListing,
  wanted: SearchText,
  fieldsOf: (word: SearchWord) => Fields,
  most: number,
  find: (ids: number[]) => Promise<Item[]>,
): Promise<Found<Item>> {
  const { items: ids, isCut } = await findIdsByPrefix(sql, listing, wanted, fieldsOf, most)
  const found = ids.length === 0 ? [] : await find(ids)
  const byId = new Map(found.map((item) => [item.id, item]))
  return { items: ids.flatMap((id) => byId.get(id) ?? []), isCut }
}

/** Finds the ids of the objects that `findByPrefix` finds. */
export async function findIdsByPrefix(
  sql: Sql,
  listing: SearchedListing,
  { words, ...whole }: SearchText,
  fieldsOf: (word: SearchWord) => Fields,
  most: number,
): Promise<Found<number>> {
  const ofWhole = readsOf(listing, fieldsOf(whole))
  const byWhole = await idsOf(
    sql,
    ofWhole.map((read, place) => wholeBranch(listing, read, place, most)),
  )
  const fields = byWhole.length > 0 ? [] : words.filter(({ text }) => weightOf(text) > 0).map(fieldsOf)
  const ofWords = fields.flatMap((one) => {
    const others = fields.filter((other) => other !== one)
    return others.length > 0 ? readsOf(listing, one).map((read) => ({ ...read, others })) : []
  })
  const byWords = await idsOf(
    sql,
    ofWords.map((read) => wordBranch(listing, read, read.others, most)),
  )
  const ids = [...byWhole, ...byWords]
  // Without a filter each entry is a match: `most` of them are found before an index is cut.
  const filtered = [...(listing.keep ? ofWhole : []), ...ofWords]
  return { items: ids.slice(0, most), isCut: ids.length >= most || (await isAnyCut(sql, filtered)) }
}

/** Returns the ids that statements select, each once, by their `place`. */
async function idsOf(sql: Sql, statements: readonly Bound[]): Promise<number[]> {
  const rows = await rowsOf<{ id: number; place: number }>(sql, statements)
  const ids = rows.sort((one, other) => one.place - other.place).map(({ id }) => id)
  return Array.from(new Set(ids))
}

/** Returns whether one of these found `MOST_READ` entries, so that there may be more. */
async function isAnyCut(sql: Sql, reads: readonly Read[]): Promise<boolean> {
  const last = reads.map(({ text, values }) => ({
    text: `SELECT 1 FROM (${text}) some LIMIT 1 OFFSET ${MOST_READ - 1}`,
    values,
  }))
  return (await rowsOf(sql, last)).length > 0
}

/** Returns the rows of all statements. */
async function rowsOf<Row>(sql: Sql, statements: readonly Bound[]): Promise<Row[]> {
  if (statements.length === 0) return []
  return sql.rows<Row>(
    statements.map(({ text }) => `(${text})`).join(' UNION ALL '),
    statements.flatMap(({ values }) => values),
  )
}

/** A statement that selects the ids of at most `MOST_READ` objects with a match in one field. */
interface Read extends Bound {
  /** Puts the best matches first. */
  order: string
}

/** Returns the statements that read the matches of a text, one for each field. */
function readsOf(
  { table, conditions }: SearchedListing,
  { prefixes, later = [], exact = null, others = [] }: Fields,
): Read[] {
  const ofColumns = [...prefixes, ...later].flatMap(([column, prefix]): Read[] => {
    if (prefix === null) return []
    const { text, values } = where([...conditions, beginsWith(column, prefix)])
    return [
      {
        text: `SELECT id, ${column} = ? AS same FROM ${table} WHERE ${text} ORDER BY ${column} LIMIT ${MOST_READ}`,
        values: [prefix, ...values],
        order: 'ORDER BY same DESC, id DESC',
      },
    ]
  })
  const ofExact = (exact ? [exact] : []).map(({ index, condition }): Read => {
    const { text, values } = where([...conditions, condition])
    return {
      text: `SELECT id FROM ${table} FORCE INDEX (${index}) WHERE ${text} ORDER BY id DESC LIMIT ${MOST_READ}`,
      values,
      order: 'ORDER BY id DESC',
    }
  })
  return [...ofColumns, ...ofExact, ...others.map((other) => ({ ...other, order: '' }))]
}

/** Returns the statement that selects the best matches of one field, with their place in the result. */
function wholeBranch(
  { keep = 'TRUE' }: SearchedListing,
  { text, values, order }: Read,
  place: number,
  most: number,
): Bound {
  return {
    text: `SELECT id, ${place} AS place FROM (${text}) some WHERE ${keep} ${order} LIMIT ?`,
    values: [...values, most],
  }
}

/** Returns the statement that selects the matches of one word that the other words match, too: the newest first. */
function wordBranch(
  { table, keep = 'TRUE' }: SearchedListing,
  { text, values }: Read,
  others: readonly Fields[],
  most: number,
): Bound {
  const kept = where(others.map(matches))
  return {
    text: `SELECT found.id, -found.id AS place FROM (${text}) some STRAIGHT_JOIN ${table} found ON found.id = some.id
      WHERE ${kept.text} AND ${keep} ORDER BY found.id DESC LIMIT ?`,
    values: [...values, ...kept.values, most],
  }
}

/**
 * Returns the condition that a word matches some field of a row `found`: here it may also begin any later word of a name, so
 * that the generated columns would add nothing.
 */
function matches({ prefixes, exact, others = [] }: Fields): Condition {
  const any: Condition[] = [
    ...prefixes.flatMap(([column, prefix]): Condition[] =>
      prefix === null ? [] : [beginsWith(column, prefix), [`${column} LIKE ?`, `% ${escaped(prefix)}%`]],
    ),
    ...(exact ? [exact.condition] : []),
    ...others.map(({ text, values }): Condition => [
      `found.id IN (SELECT id FROM (${text}) other)`,
      ...values,
    ]),
  ]
  return [
    `(${any.map(([text]) => `(${text})`).join(' OR ')})`,
    ...any.flatMap(([_text, ...values]) => values),
  ]
}

function beginsWith(column: string, prefix: string): Condition {
  // LIKE would compare every entry of the index between both ends, and read further.
  return [`${column} >= ? AND ${column} < ?`, prefix, `${prefix}${LAST_CHARACTER}`]
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}
