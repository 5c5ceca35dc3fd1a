import type { Column, Fate } from '../common/kit/column.ts'

export type Columns = Readonly<Record<string, Column<unknown, unknown, boolean, Fate>>>

export interface Indexes<Name extends string> {
  /** The primary key, where it is not `id`. */
  readonly primary?: readonly Name[]
  readonly unique?: Readonly<Record<string, readonly Name[]>>
  readonly index?: Readonly<Record<string, readonly Name[]>>
}

/** The definition of a table, see `defineTable`. */
export interface Table<Name extends string = string, Of extends Columns = Columns> extends Indexes<string> {
  /** Columns that the database computes from others, and only indexes contain. Rows and models do not have them. */
  readonly generated?: Columns
  readonly name: Name
  readonly columns: Of
}
