import type { WakeUp } from '../jobs/catalog.ts'
import { wakeUp } from '../jobs/catalog.ts'
import { armPending } from '../runtime/arm-pending.ts'
import type { Sql } from '../../db/sql.ts'
import { canSend } from './send-email.ts'

/** More wait for the next look. */
const BATCH = 500

/**
 * Wake-ups for letters within the horizon that nobody has been woken for, or whose wake-up seems lost.
 * Without a mail server there are none: they wait.
 */
export async function dueEmails(sql: Sql, now: Date): Promise<WakeUp[]> {
  if (!canSend()) return []
  const due = await armPending(sql, 'emails', now, BATCH)
  return due.map(({ id, dueAt }) => wakeUp('email.send', id, dueAt, { emailId: id }))
}
