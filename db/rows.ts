import type { ResultSetHeader } from 'mysql2'
import type { Afterwards, Sql, Value } from './sql.ts'

type Row = Readonly<Record<string, Value>>

/** What happens besides to rows that are written and waited for by nobody. */
interface Written extends Afterwards {
  /** What changes in the row that a unique index finds in the place of a new one. */
  otherwise?: string
}

/** Writes one row, waits for it and returns its id. The columns are named by our code, never by a request. */
export async function insertRow(sql: Sql, table: string, row: Row): Promise<number> {
  return (await sql.run(insertion(table, row), [[Object.values(row)]])).insertId
}

/** As `insertRow`; `change` is what changes in the row that a unique index finds in its place. */
export function upsertRow(sql: Sql, table: string, row: Row, change: string): Promise<ResultSetHeader> {
  return sql.run(insertion(table, row, change), [[Object.values(row)]])
}

/** Writes one row whose id nobody waits for. */
export function writeRow(sql: Sql, table: string, row: Row, written: Written = {}): Promise<void> {
  return writeRows(sql, table, [row], written)
}

/** Writes rows with the same columns, at least one, in one statement that nobody waits for. */
export function writeRows(
  sql: Sql,
  table: string,
  rows: readonly Row[],
  { otherwise, ...afterwards }: Written = {},
): Promise<void> {
  const values = rows.map((row) => Object.values(row))
  return sql.writeRows(insertion(table, rows[0] ?? {}, otherwise), values, afterwards)
}

function insertion(table: string, row: Row, otherwise?: string): string {
  const text = `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES ?`
  return otherwise === undefined ? text : `${text} ON DUPLICATE KEY UPDATE ${otherwise}`
}

/** Changes columns of one row, waited for by nobody. What is undefined stays as it is, null clears. */
export async function updateRow(
  sql: Sql,
  table: string,
  id: number,
  changes: Record<string, Value | undefined>,
  afterwards: Omit<Afterwards, 'written'> = {},
): Promise<void> {
  const given = Object.entries(changes).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  if (given.length === 0) return
  const assignments = given.map(({ column }) => `${column} = ?`).join(', ')
  const values = given.map(({ value }) => value)
  await sql.writeOf(id, `UPDATE ${table} SET ${assignments} WHERE id IN (?)`, values, afterwards)
}
