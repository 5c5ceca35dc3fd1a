import type { Value } from './sql.ts'

/** One condition of a list, and the values of its question marks. */
export type Condition = readonly [text: string, ...values: Value[]]

/** A piece of SQL, and the values of its question marks. */
export interface Bound {
  text: string
  values: Value[]
}

/** One of several things that a list may be of, of which no row meets two. */
export interface Alternative {
  condition: Condition
  /** The index that it is read from, where that is not the list's. */
  index?: string
}

/** What a list shows: rows of one table that meet every condition, which an index must serve. */
export interface Listing {
  table: string
  conditions: readonly Condition[]
  /**
   * And one of these, where they are given: each is read and counted by itself, from an index, where OR and IN would
   * sort all that there is.
   */
  oneOf?: readonly Alternative[] | undefined
  /** The rows of `oneOf` once more, as they are counted: from indexes that hold all that is asked for. */
  counted?: readonly Alternative[] | undefined
  /** Of which index it is read. */
  index?: string | undefined
  /** The index in which a time of creation follows on the project's columns. */
  byTime?: string | undefined
  /** Whether it has all rows of a project, which `byTime` can then count. */
  isAll?: boolean
  /** Whose rows they are: the columns that `byTime` begins with. */
  own?: readonly Condition[]
  /** Whether ids rise with the time of creation. */
  isInStep?: boolean
  /** The list once more, in parts, as it is counted. */
  parts?: readonly Pick<Listing, 'conditions' | 'index'>[] | undefined
}

/** A part of a list, read from one index. */
export interface Branch {
  conditions: readonly Condition[]
  index?: string | undefined
}

/** What the server is told behind a table's name. The order of ids would be read across all projects by the primary key. */
export function hintFor(index: string | undefined): string {
  return index === undefined ? 'IGNORE INDEX (PRIMARY)' : `FORCE INDEX (${index})`
}

/** What a list shows, as conditions without an alternative. */
export function branchesOf({ conditions, oneOf, index }: Listing): readonly Branch[] {
  if (oneOf === undefined) return [{ conditions, index }]
  return oneOf.map((one) => ({ conditions: [...conditions, one.condition], index: one.index ?? index }))
}

/**
 * One condition for each column that has a value; undefined asks for nothing. Columns are named by our
 * code. Nothing is kept with blanks at its ends, so such a value equals nothing.
 */
export function equal(columns: Record<string, Value | undefined>): Condition[] {
  return Object.entries(columns).flatMap(([column, value]) => {
    if (value === undefined) return []
    return [isPadded(value) ? (['FALSE'] as const) : ([`${column} = ?`, value] as const)]
  })
}

/** Whether text begins or ends with blanks: MySQL compares as if those at the end were not there. */
export function isPadded(value: Value): boolean {
  return typeof value === 'string' && value !== value.trim()
}

/** `column` has one of several values, for `Listing.oneOf`. */
export function oneOfValues(column: string, values: readonly Value[]): Alternative[] {
  return values.map((value) => ({ condition: [`${column} = ?`, value] as const }))
}

/** Conditions as the text after WHERE, with the values for its question marks. */
export function where(conditions: readonly Condition[]): Bound {
  return {
    text: conditions.map(([condition]) => condition).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}
