import type { WakeUp } from '../jobs/catalog.ts'
import { wakeUp } from '../jobs/catalog.ts'
import { armedUntil } from '../runtime/lease.ts'
import { horizon } from '../runtime/queues.ts'
import type { Sql } from '../../db/sql.ts'

/** More wait for the next look. */
const BATCH = 100

/** Copies within the horizon that nobody has been woken for, or whose wake-up seems lost; arms them, and answers their wake-ups. */
export async function dueCopies(sql: Sql, now: Date): Promise<WakeUp[]> {
  const rows = await sql.rows<{ id: number; due_at: Date }>(
    `SELECT id, due_at FROM image_copies
     WHERE status = 'pending' AND (armed_until IS NULL OR armed_until < ?) AND due_at <= ? LIMIT ${BATCH}`,
    [now, horizon(now)],
  )
  const wakeUps: WakeUp[] = []
  for (const { id, due_at: dueAt } of rows) {
    const { affectedRows } = await sql.run(
      `UPDATE image_copies SET armed_until = ?
       WHERE id = ? AND status = 'pending' AND (armed_until IS NULL OR armed_until < ?)`,
      [armedUntil(dueAt, now), id, now],
    )
    if (affectedRows === 1) wakeUps.push(wakeUp('image.copy', id, dueAt, { copyId: id }))
  }
  return wakeUps
}
