import type { NewRow, Table } from '../../db/define-table.ts'
import type { Value } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'

const BATCH_SIZE = 500

/** Inserts rows that have the same columns, and returns their ids: a server numbers them in equal steps. */
export async function insertAll<Of extends Table>(
  { sql }: Tx,
  table: Of,
  rows: readonly NewRow<Of>[],
): Promise<number[]> {
  const ids: number[] = []
  const { step } = (await sql.row<{ step: number }>('SELECT @@auto_increment_increment AS step'))!
  for (let first = 0; first < rows.length; first += BATCH_SIZE) {
    const some = rows.slice(first, first + BATCH_SIZE)
    const columns = Object.keys(some[0]!) as (keyof NewRow<Of> & string)[]
    const values = some.map((row) => columns.map((column) => row[column] as Value))
    const { insertId } = await sql.run(
      `INSERT INTO ${table.name} (${columns.map((column) => `\`${column}\``).join(', ')}) VALUES ?`,
      [values],
    )
    ids.push(...some.map((_, index) => insertId + index * step))
  }
  return ids
}
