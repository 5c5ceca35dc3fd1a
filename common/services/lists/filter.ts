import { type Alternative, type Condition, equal, oneOfValues, where } from '../../../db/listing.ts'
import type { Value } from '../../../db/sql.ts'
import type { Scope } from '../projects/project.ts'

/** The conditions of a filter: all of `all`, and one of `oneOf` if given. An empty `oneOf` matches no row. */
export interface Filter {
  all?: readonly Condition[]
  oneOf?: readonly Alternative[]
  /** The same rows as `oneOf`, selected for counting: by indexes that cover all conditions. */
  counted?: readonly Alternative[]
}

/** The filters of a list by name; undefined means no filter. */
export type Filters = Readonly<Record<string, Filter | undefined>>

/** Returns filters on columns with the same names. */
export function ofColumns(columns: Readonly<Record<string, Value | undefined>>): Record<string, Filter> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, { all: equal({ [name]: value }) }]],
    ),
  )
}

/** Returns the filter that `column` has one of several values. */
export function ofValues(column: string, values: readonly Value[] | undefined): Filter | undefined {
  return values && { oneOf: oneOfValues(column, values) }
}

/** Returns the filter that `column` is the id of the row of `table` with these values, in this project and mode. */
export function ofRow(
  column: string,
  table: string,
  { project, isTest }: Scope,
  values: Readonly<Record<string, Value | undefined>>,
): Filter {
  const row = where(equal({ project_id: project.id, is_test: isTest, ...values }))
  return { all: [[`${column} = (SELECT id FROM ${table} WHERE ${row.text})`, ...row.values]] }
}
