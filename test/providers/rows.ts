import { onConnection } from '../../db/sql.ts'

export function rows<Row>(
  text: string,
  values: (string | number | Date | boolean | string[])[],
): Promise<Row[]> {
  return onConnection((sql) => sql.rows<Row & object>(text, values))
}

export async function count(table: string, values: (string | number | string[])[]): Promise<number> {
  const [row] = await rows<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`, values)
  return row!.n
}
