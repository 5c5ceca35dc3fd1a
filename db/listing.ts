import type { Value } from './sql.ts'

/** One condition of a list, with the values for its question marks. */
export type Condition = readonly [text: string, ...values: Value[]]

/** A piece of SQL, with the values for its question marks. */
export interface Bound {
  text: string
  values: Value[]
}

/** One of several conditions; a row meets at most one. */
export interface Alternative {
  condition: Condition
  /** The index to read, if it is not the list's index. */
  index?: string
}

/** A list: the rows of one table that meet every condition. An index must serve the conditions. */
export interface Listing {
  table: string
  conditions: readonly Condition[]
  /**
   * If given, each row also meets one of these. Each is read and counted separately, from an index: OR and IN would sort
   * all rows.
   */
  oneOf?: readonly Alternative[] | undefined
  /** The rows of `oneOf` again, for counting: from indexes that contain all columns of the conditions. */
  counted?: readonly Alternative[] | undefined
  /** The index to read. */
  index?: string | undefined
  /** The index in which the time of creation follows the columns of `own`. */
  byTime?: string | undefined
  /** Whether the list has all rows of a project; then `byTime` can count them. */
  isAll?: boolean
  /** The conditions for project and mode. `byTime` begins with their columns. */
  own?: readonly Condition[]
  /** Whether ids rise with the time of creation. */
  isInStep?: boolean
  /** The list again, in parts, for counting. */
  parts?: readonly Pick<Listing, 'conditions' | 'index'>[] | undefined
}

/** A part of a list, read from one index. */
export interface Branch {
  conditions: readonly Condition[]
  index?: string | undefined
}

/** Returns the index hint for a table. By the primary key the server would read the ids of all projects. */
export function hintFor(index: string | undefined): string {
  return index === undefined ? 'IGNORE INDEX (PRIMARY)' : `FORCE INDEX (${index})`
}

/** Returns the parts of a list, one for each alternative of `oneOf`. */
export function branchesOf({ conditions, oneOf, index }: Listing): readonly Branch[] {
  if (oneOf === undefined) return [{ conditions, index }]
  return oneOf.map((one) => ({ conditions: [...conditions, one.condition], index: one.index ?? index }))
}

/**
 * Returns one condition for each column that has a value; undefined adds none. Column names come from our code. Stored
 * text never begins or ends with blanks, so a value that does matches no row.
 */
export function equal(columns: Record<string, Value | undefined>): Condition[] {
  return Object.entries(columns).flatMap(([column, value]) => {
    if (value === undefined) return []
    return [isPadded(value) ? (['FALSE'] as const) : ([`${column} = ?`, value] as const)]
  })
}

/** Returns whether text begins or ends with blanks. MySQL ignores blanks at the end when it compares. */
export function isPadded(value: Value): boolean {
  return typeof value === 'string' && value !== value.trim()
}

/** Returns the alternatives for a column that may have one of several values, for `Listing.oneOf`. */
export function oneOfValues(column: string, values: readonly Value[]): Alternative[] {
  return values.map((value) => ({ condition: [`${column} = ?`, value] as const }))
}

/** Returns the text after WHERE, with the values for its question marks. */
export function where(conditions: readonly Condition[]): Bound {
  return {
    text: conditions.map(([condition]) => condition).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}
