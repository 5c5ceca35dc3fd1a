import type { Sql } from '../../db/sql.ts'
import { type NewJob, newJob } from '../jobs/catalog.ts'
import { armPending } from '../runtime/arm-pending.ts'
import { canSend } from './can-send.ts'

/** More wait for the next look. */
const BATCH = 500

/**
 * Jobs for emails within the horizon that nobody has been woken for, or whose job seems lost.
 * Without a mail server there are none: they wait.
 */
export async function dueEmails(sql: Sql, now: Date): Promise<NewJob[]> {
  if (!canSend()) return []
  const due = await armPending(sql, 'emails', now, BATCH)
  return due.map(({ id, dueAt }) => newJob('email.send', id, dueAt, { emailId: id }))
}
