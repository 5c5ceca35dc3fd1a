import type { Value } from './sql.ts'

/** One condition of a list, and the values of its question marks. */
export type Condition = readonly [text: string, ...values: Value[]]

/** What a list shows: rows of one table that meet every condition, which an index must serve. */
export interface Listing {
  table: string
  conditions: readonly Condition[]
}

/** One condition for each column that has a value; undefined asks for nothing. Columns are named by our code. */
export function equal(columns: Record<string, Value | undefined>): Condition[] {
  return Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [[`${column} = ?`, value] as const],
  )
}

/** Conditions as the text after WHERE, with the values for its question marks. */
export function where(conditions: readonly Condition[]): { text: string; values: Value[] } {
  return {
    text: conditions.map(([condition]) => condition).join(' AND '),
    values: conditions.flatMap(([, ...values]) => values),
  }
}
