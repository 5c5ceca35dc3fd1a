import type { Value } from './sql.ts'

/** One condition of a list, and the values of its question marks. */
export type Condition = readonly [text: string, ...values: Value[]]

/** A piece of SQL, and the values of its question marks. */
export interface Bound {
  text: string
  values: Value[]
}

/** What a list shows: rows of one table that meet every condition, which an index must serve. */
export interface Listing {
  table: string
  conditions: readonly Condition[]
  /**
   * And one of these, where they are given. No row meets two of them: each is read and counted by
   * itself, from an index, where OR and IN would sort all that there is.
   */
  oneOf?: readonly Condition[] | undefined
  /**
   * Whose rows they are, where ids rise with the time of creation and an index begins with these columns and that
   * time.
   */
  risesWithTime?: readonly Condition[] | undefined
  /** What the server is told about indexes, behind the table's name. */
  hint?: string
}

/** Between ids the primary key would be read across all projects. */
export const NOT_BY_PRIMARY = 'IGNORE INDEX (PRIMARY)'

/** What a list shows, as conditions without an alternative. */
export function branchesOf({ conditions, oneOf }: Listing): readonly (readonly Condition[])[] {
  return oneOf === undefined ? [conditions] : oneOf.map((branch) => [...conditions, branch])
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

/** That `column` is the id of the row of `table` with these values. */
export function within(column: string, table: string, values: Record<string, Value>): Condition[] {
  const row = where(equal(values))
  return [[`${column} = (SELECT id FROM ${table} WHERE ${row.text})`, ...row.values]]
}

/** Whether text begins or ends with blanks: MySQL compares as if those at the end were not there. */
export function isPadded(value: Value): boolean {
  return typeof value === 'string' && value !== value.trim()
}

/** `column` has one of several values, for `Listing.oneOf`; undefined asks for nothing. */
export function oneOfValues(column: string, values: readonly Value[] | undefined): Condition[] | undefined {
  return values?.map((value) => [`${column} = ?`, value] as const)
}

/** Conditions as the text after WHERE, with the values for its question marks. */
export function where(conditions: readonly Condition[]): Bound {
  return {
    text: conditions.map(([condition]) => condition).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}
