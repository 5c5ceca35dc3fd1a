/**
 * Tables are defined once, each in the module that owns it (`*-table.ts`). The rows' types, the models, the lists of columns
 * in SELECTs and what erasing a customer does to a row are derived from the definition. `test/db/tables.test.ts` compares
 * every definition with the schema that the migrations create.
 */

import { addModel } from './model.ts'
import type { Columns, Indexes, Table } from './table.ts'

export type { Table } from './table.ts'

/**
 * Defines a table, and its Sequelize model. The keys of `unique` and `index` are the names of the indexes. `generated`: the
 * columns that the database computes. No statement writes them, and an erasure changes them with the columns that they follow.
 */
export function defineTable<Name extends string, Of extends Columns, Generated extends string = never>(
  name: Name,
  columns: Of,
  indexes: Indexes<NoInfer<(keyof Of & string) | Generated>> & {
    readonly generated?: Readonly<Record<Generated, Columns[string]>>
  } = {},
): Table<Name, Of> {
  const table = { name, columns, ...indexes }
  addModel(table)
  return table
}

/** A row as mysql2 reads it and an INSERT writes it. */
export type Row<Of extends Table> = { -readonly [Name in keyof Of['columns']]: Of['columns'][Name]['read'] }

/** The names of the columns that an INSERT may leave out. */
type OptionalNames<Of extends Columns> = {
  [Name in keyof Of]: Of[Name]['optional'] extends true ? Name : never
}[keyof Of]

/** A new row: what has a default may be left out. */
export type NewRow<Of extends Table> = Omit<Row<Of>, OptionalNames<Of['columns']>> &
  Partial<Pick<Row<Of>, OptionalNames<Of['columns']>>>

/** The values of a row's erased columns once its customer is erased. */
export function erasedColumns({ columns }: Table): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(columns).flatMap(
      ([
        name,
        {
          definition: { fate, becomes },
        },
      ]) => (fate === 'erased' ? [[name, becomes]] : []),
    ),
  )
}
