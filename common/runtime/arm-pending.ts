import type { Sql } from '../../db/sql.ts'
import { armedUntil } from './lease.ts'
import { horizon } from './queues.ts'

/**
 * Up to `most` rows of a due table that wait, are due within the horizon, and that nobody has been woken
 * for, or whose job seems lost. Arms them; returns those that no other scanner has armed meanwhile.
 * The table is named by our code, never by a request.
 */
export async function armPending(
  sql: Sql,
  table: string,
  now: Date,
  most: number,
): Promise<{ id: number; dueAt: Date }[]> {
  const rows = await sql.rows<{ id: number; dueAt: Date }>(
    `SELECT id, due_at AS dueAt FROM ${table}
     WHERE status = 'pending' AND (armed_until IS NULL OR armed_until < ?) AND due_at <= ? LIMIT ${most}`,
    [now, horizon(now)],
  )
  const armed: typeof rows = []
  for (const row of rows) {
    const { affectedRows } = await sql.run(
      `UPDATE ${table} SET armed_until = ?
       WHERE id = ? AND status = 'pending' AND (armed_until IS NULL OR armed_until < ?)`,
      [armedUntil(row.dueAt, now), row.id, now],
    )
    if (affectedRows === 1) armed.push(row)
  }
  return armed
}
