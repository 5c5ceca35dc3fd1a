import type { ResultSetHeader } from 'mysql2'
import type { Sql, Value } from './sql.ts'

type Row = Readonly<Record<string, Value>>

/** Writes one row and returns its id. The columns are named by our code, never by a request. */
export async function insertRow(sql: Sql, table: string, row: Row): Promise<number> {
  return (await insertRows(sql, table, [row])).insertId
}

/** Writes rows with the same columns, at least one, in one statement. */
export function insertRows(sql: Sql, table: string, rows: readonly Row[]): Promise<ResultSetHeader> {
  return upsertRows(sql, table, rows, '')
}

/** As `insertRows` of one; `change` is what happens to the row that a unique index finds in its place. */
export function upsertRow(sql: Sql, table: string, row: Row, change: string): Promise<ResultSetHeader> {
  return upsertRows(sql, table, [row], ` ON DUPLICATE KEY UPDATE ${change}`)
}

function upsertRows(
  sql: Sql,
  table: string,
  rows: readonly Row[],
  otherwise: string,
): Promise<ResultSetHeader> {
  return sql.run(`INSERT INTO ${table} (${Object.keys(rows[0] ?? {}).join(', ')}) VALUES ?${otherwise}`, [
    rows.map((row) => Object.values(row)),
  ])
}

/** Changes columns of one row. What is undefined stays as it is, null clears. */
export async function updateRow(
  sql: Sql,
  table: string,
  id: number,
  changes: Record<string, Value | undefined>,
): Promise<void> {
  const given = Object.entries(changes).flatMap(([column, value]) =>
    value === undefined ? [] : [{ column, value }],
  )
  if (given.length === 0) return
  const assignments = given.map(({ column }) => `${column} = ?`).join(', ')
  await sql.run(`UPDATE ${table} SET ${assignments} WHERE id = ?`, [...given.map(({ value }) => value), id])
}

/** The named columns of a table for a SELECT's list, each as `table_name`, so that joined rows do not collide. */
export function columns(names: string, table: string): string {
  return names
    .split(' ')
    .map((name) => `${table}.${name} AS ${table}_${name}`)
    .join(', ')
}
