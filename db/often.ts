import { runInThisContext } from 'node:vm'
import type { Value } from './bind.ts'
import { type Columns, listed } from './columns.ts'

/** A SELECT of a row or two that is asked all the time, see `Sql.often`. */
export interface Often<Row> {
  /** As it is asked beside others, each column by itself. */
  readonly text: string
  /** As it is asked alone: all its columns are one, which is read by `read`. */
  readonly packed: string
  readonly read: (found: PackedRow) => Row
}

/** What comes of `Often.packed`: parsed by mysql2 where the server says that it is JSON. */
export interface PackedRow {
  packed: string | Value[]
}

/** Those of a row that may be a time. */
export type Times<Row> = { readonly [Name in keyof Row as Date extends Row[Name] ? Name : never]: true }

/**
 * Lets many columns travel as one, as a list in JSON. With every answer the server describes each column anew, in more
 * bytes than most values have, and mysql2 reads all of that: of 92 columns it took a quarter of what the look costs us. The
 * server makes such a list no faster than the columns; of 25 rows it would take half as much again.
 *
 * No column may hold bytes, a time is named as one, and a condition stands in `IF(…, 1, 0)`: MariaDB would write `EXISTS`
 * as text. `from` is the rest of the statement.
 */
export function often<Row>(columns: Columns, times: Times<Row>, from: string): Often<Row> {
  const rowOf = compiled(columns, times)
  return {
    text: `SELECT ${listed(columns)} ${from}`,
    packed: `SELECT JSON_ARRAY(${columns.map(([, column]) => column).join(', ')}) AS packed ${from}`,
    read: ({ packed }) => rowOf(typeof packed === 'string' ? (JSON.parse(packed) as Value[]) : packed) as Row,
  }
}

/**
 * A row of its values, as one object literal: V8 knows such objects by their shape, where one that is made name by name
 * would be a table of hashes, which is slower to make and to read.
 */
function compiled<Row>(columns: Columns, times: Times<Row>): (values: Value[]) => unknown {
  const fields = columns.map(([name], place) => {
    const value = `values[${place}]`
    return `${name}: ${name in times ? `timeOf(${value})` : value}`
  })
  const make = runInThisContext(`(timeOf) => (values) => ({ ${fields.join(', ')} })`) as (
    read: typeof timeOf,
  ) => (values: Value[]) => unknown
  return make(timeOf)
}

/** A time as SQL writes it: `2026-01-31 09:30:00.123000`. */
function timeOf(text: string | null): Date | null {
  return text === null ? null : new Date(`${text.replace(' ', 'T')}Z`)
}
