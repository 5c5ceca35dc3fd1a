import type { Sql } from '../../../db/sql.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { Refusal } from '../../kit/refusal.ts'
import { Email } from './emails-table.ts'

const LIST_EMAILS = "'bin/tolbor emails failed' lists them."

/** An email that was given up. */
export interface FailedEmail {
  id: number
  project_id: number
  kind: string
  recipient: string
  tries: number
  error: string | null
  /** The time of the last try. */
  updated_at: Date
}

/** Emails read at a time. */
const STEP = 10_000

/**
 * Finds up to `most` emails that were given up since a time, newest first. Walks the table from its end, because an
 * index for this rare question would slow down every payment. Skips emails of erased customers.
 */
export async function findFailedEmails(sql: Sql, since: Date, most: number): Promise<FailedEmail[]> {
  const found: FailedEmail[] = []
  const newest = await sql.row<{ id: number | null }>('SELECT MAX(id) AS id FROM emails')
  for (let to = newest?.id ?? 0; to > 0 && found.length < most; to -= STEP) {
    const span = [Math.max(to - STEP, 0), to]
    const rows = await sql.rows<FailedEmail>(
      `SELECT id, project_id, kind, recipient, tries, error, updated_at FROM emails
       WHERE id > ? AND id <= ? AND status = 'failed' AND updated_at >= ? AND recipient <> '' ORDER BY id DESC`,
      [...span, since],
    )
    found.push(...rows)
    const [newer] = await sql.rows<{ id: number }>(
      'SELECT id FROM emails WHERE id > ? AND id <= ? AND updated_at >= ? LIMIT 1',
      [...span, since],
    )
    if (!newer) break
  }
  return found.slice(0, most)
}

/** Makes an email that was given up due again, with all its tries. Throws 404, or 422 if it was not given up. */
export async function resendEmail(tx: ModelTx, id: number): Promise<void> {
  const email = await Email.findOne({ where: { id }, lock: true, transaction: tx.transaction })
  if (!email || email.recipient === '')
    throw new Refusal({ code: 'not_found', params: { what: 'email', advice: LIST_EMAILS } })
  if (email.status !== 'failed') {
    const sentence = `Email ${id} is ${email.status}, so it cannot be sent again: only a failed one can. ${LIST_EMAILS}`
    throw new Refusal({ code: 'validation_failed', path: 'email', params: { sentence } })
  }
  await email.update(
    { status: 'pending', tries: 0, dueAt: tx.now, dueSince: null, error: null, updatedAt: tx.now },
    { transaction: tx.transaction },
  )
  tx.wakeUps.push(wakeUpFor('emails', email.projectId, id, tx.now))
}
