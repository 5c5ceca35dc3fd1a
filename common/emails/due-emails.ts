import type { WakeUp } from '../jobs/catalog.ts'
import { wakeUp } from '../jobs/catalog.ts'
import { armedUntil } from '../runtime/lease.ts'
import { horizon } from '../runtime/queues.ts'
import type { Sql } from '../../db/sql.ts'
import { canSend } from './send-email.ts'

/** More wait for the next look. */
const BATCH = 500

/**
 * Letters within the horizon that nobody has been woken for, or whose wake-up seems lost; arms them
 * and answers their wake-ups. Without a mail server there are none: they wait.
 */
export async function dueEmails(sql: Sql, now: Date): Promise<WakeUp[]> {
  if (!canSend()) return []
  const rows = await sql.rows<{ id: number; due_at: Date }>(
    `SELECT id, due_at FROM emails
     WHERE status = 'pending' AND (armed_until IS NULL OR armed_until < ?) AND due_at <= ? LIMIT ${BATCH}`,
    [now, horizon(now)],
  )
  const wakeUps: WakeUp[] = []
  for (const { id, due_at: dueAt } of rows) {
    const { affectedRows } = await sql.run(
      `UPDATE emails SET armed_until = ?
       WHERE id = ? AND status = 'pending' AND (armed_until IS NULL OR armed_until < ?)`,
      [armedUntil(dueAt, now), id, now],
    )
    if (affectedRows === 1) wakeUps.push(wakeUp('email.send', id, dueAt, { emailId: id }))
  }
  return wakeUps
}
