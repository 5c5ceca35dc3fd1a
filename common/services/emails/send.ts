import { setTimeout as pause } from 'node:timers/promises'
import { isUnavailable } from '../../../db/errors.ts'
import type { Atomically, Tx } from '../../../db/transaction.ts'
import { nextTry } from '../../domain/emails/retry.ts'
import { wakeUpFor } from '../../domain/jobs/catalog.ts'
import { isEmail } from '../../kit/email.ts'
import { cut } from '../../kit/text.ts'
import { later } from '../../kit/time.ts'
import { lease } from '../../runtime/lease.ts'
import { log, trace } from '../../runtime/log.ts'
import { emailTries } from '../../runtime/metrics.ts'
import { isRefusal, sendMail } from '../../runtime/smtp.ts'
import { cachedProject } from '../projects/cache.ts'
import { addressNow } from './address-now.ts'
import { canSend } from './can-send.ts'
import type { EmailDefinition } from './define-email.ts'
import { emailKinds } from './kinds.ts'
import { messageOf } from './message.ts'
import { receiptPictures } from './receipt-pictures.ts'
import { CLAIM, renewClaim } from './renew-claim.ts'
import { CLAIMED_COLUMNS, type ClaimedEmail, type ClaimedRow } from './rows.ts'

type Outcome = { sent: true } | { sent: false; error: string; final: boolean }

/**
 * Sends an email if it is due. The claim moves its due time ahead, so that only one worker sends it, and a killed worker
 * leaves it due again. If the worker is killed after the mail server accepted the email, it is sent again with the same
 * Message-ID, so mail programs show it once. A worker that was suspended past its claim sends nothing. If the database is
 * away when the email has been sent, the result is written when it is back.
 */
export async function sendEmail(emailId: number, atomically: Atomically): Promise<void> {
  if (!canSend()) return
  const begun = performance.now()
  const email = await atomically((tx) => claim(tx, emailId))
  if (email === 'canceled') emailTries.inc({ outcome: email })
  if (email === null || email === 'canceled') return
  const cause = email.request_id === null ? {} : { request_id: email.request_id }
  await trace.run({ ...trace.getStore(), ...cause }, async () => {
    const claim = renewClaim(email, begun)
    const outcome = await attempt(email, claim.lost)
    await claim.stop()
    if (!outcome) return
    const recorded = await repeatedly(() =>
      atomically((tx) => (outcome.sent ? recordSent(tx, email) : recordFailure(tx, email, outcome))),
    )
    if (recorded) emailTries.inc({ outcome: recorded })
  })
}

/** Pause between two tries to write a result, in milliseconds. Shorter than the interval at which workers find due rows. */
const REPEAT_AFTER = 200

/**
 * Runs `write` again while the database is away, for as long as a lease at most: an email whose result is not written is
 * sent again. The claim may end meanwhile. That an email was sent is still worth writing then.
 */
async function repeatedly<Result>(write: () => Promise<Result>): Promise<Result> {
  for (const end = performance.now() + lease; ; await pause(REPEAT_AFTER)) {
    try {
      return await write()
    } catch (error) {
      if (!isUnavailable(error) || performance.now() > end) throw error
    }
  }
}

/** Returns the email, or null if it is not due. Cancels it if it is out of date or has no address. */
async function claim(tx: Tx, id: number): Promise<ClaimedEmail | 'canceled' | null> {
  const { affectedRows } = await tx.sql.run(
    `UPDATE emails SET tries = tries + 1, due_since = COALESCE(due_since, due_at), due_at = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND due_at <= ?`,
    [later(tx.now, CLAIM), tx.now, id, tx.now],
  )
  if (affectedRows === 0) return null
  const row = await tx.sql.row<ClaimedRow>(`SELECT ${CLAIMED_COLUMNS} FROM emails WHERE id = ?`, [id])
  if (!row) return null
  const { stillTrue } = emailKinds[row.kind] as EmailDefinition<unknown>
  const to = (await stillTrue(tx.sql, JSON.parse(row.payload), tx.now)) ? await addressNow(tx.sql, row) : null
  if (to && to.recipient !== null) {
    if (to.recipient !== row.recipient)
      await tx.sql.write('UPDATE emails SET recipient = ? WHERE id = ?', [to.recipient, id])
    const pictures = await receiptPictures(tx.sql, row)
    return { ...row, recipient: to.recipient, link_version: to.linkVersion, pictures }
  }
  await tx.sql.write("UPDATE emails SET status = 'canceled', due_at = NULL, updated_at = ? WHERE id = ?", [
    tx.now,
    id,
  ])
  log().info({ email_id: id, kind: row.kind }, 'email canceled: it is out of date, or there is no address')
  return 'canceled'
}

/** Sends a claimed email. Returns null if the claim was lost before: nothing was sent, and the email is due again. */
async function attempt(email: ClaimedEmail, lost: AbortSignal): Promise<Outcome | null> {
  try {
    if (!isEmail(email.recipient)) return { sent: false, error: 'This is not an email address.', final: true }
    const project = await cachedProject(email.project_id)
    if (!project) throw new Error(`project ${email.project_id} of email ${email.id} does not exist`)
    const message = messageOf(email, project)
    if (lost.aborted) return null
    await sendMail(message, lost)
    return { sent: true }
  } catch (error) {
    return {
      sent: false,
      error: error instanceof Error ? error.message : String(error),
      final: isRefusal(error),
    }
  }
}

async function recordSent(tx: Tx, { id, kind, tries }: ClaimedEmail): Promise<'sent'> {
  await tx.sql.write(
    `UPDATE emails SET status = 'sent', sent_at = ?, due_at = NULL, error = NULL, updated_at = ?
     WHERE id = ? AND status = 'pending'`,
    [tx.now, tx.now, id],
  )
  log().info({ email_id: id, kind, tries }, 'email sent')
  return 'sent'
}

/** Returns what becomes of the email; null if another worker has taken it meanwhile. */
async function recordFailure(
  tx: Tx,
  { id, project_id: projectId, kind, tries }: ClaimedEmail,
  { error, final }: { error: string; final: boolean },
): Promise<'retried' | 'failed' | null> {
  const next = final ? null : nextTry(tries, tx.now, Math.random())
  const { affectedRows } = await tx.sql.run(
    `UPDATE emails SET status = ?, due_at = ?, error = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND tries = ?`,
    [next ? 'pending' : 'failed', next, cut(error, 500), tx.now, id, tries],
  )
  if (affectedRows === 0) return null // the claim has expired
  if (next) tx.wakeUps.push(wakeUpFor('emails', projectId, id, next))
  // A mail server's answer often repeats the address, and no log line names a person.
  const reason = cut(error.replace(/\S+@\S+/g, '(address)'), 200)
  log().warn(
    { email_id: id, kind, tries, next_try_at: next, error: reason },
    next ? 'email not sent yet' : 'email given up; bin/tolbor emails failed lists it',
  )
  return next ? 'retried' : 'failed'
}
