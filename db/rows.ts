import type { Sql, Value } from './sql.ts'

/** Writes one row and answers its id. The columns are named by our code, never by a request. */
export async function insertRow(sql: Sql, table: string, row: Record<string, Value>): Promise<number> {
  const { insertId } = await sql.run(`INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (?)`, [
    Object.values(row),
  ])
  return insertId
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
