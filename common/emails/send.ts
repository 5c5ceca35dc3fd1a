import type { Atomically, Tx } from '../../db/transaction.ts'
import { newJob } from '../jobs/catalog.ts'
import { isEmail } from '../kit/email.ts'
import { cut } from '../kit/text.ts'
import { cachedProject } from '../projects/cache.ts'
import { armedUntil, lease } from '../runtime/lease.ts'
import { log, trace } from '../runtime/log.ts'
import { isRefusal, sendMail } from '../runtime/smtp.ts'
import { addressNow } from './address-now.ts'
import { canSend } from './can-send.ts'
import { hasLostReason } from './lost-reason.ts'
import { messageOf } from './message.ts'
import { receiptPictures } from './receipt-pictures.ts'
import type { ClaimedEmail } from './rows.ts'
import { nextTry } from './rules/retry.ts'

type Outcome = { sent: true } | { sent: false; error: string; final: boolean }

/**
 * Sends the email if it is due. Claiming it moves its due time past the lease, so that two workers
 * send it once, and one that is killed leaves it due again. Should it be killed between the mail
 * server's yes and ours, the email goes out twice under one Message-ID, which is one email. One that
 * stood still for so long that its claim may be another's sends nothing.
 */
export async function sendEmail(emailId: number, atomically: Atomically): Promise<void> {
  if (!canSend()) return
  const begun = performance.now()
  const email = await atomically((tx) => claim(tx, emailId))
  if (!email) return
  const cause = email.request_id === null ? {} : { request_id: email.request_id }
  await trace.run({ ...trace.getStore(), ...cause }, async () => {
    const outcome = await attempt(email, begun + SEND_WITHIN)
    if (!outcome) return
    await atomically((tx) => (outcome.sent ? recordSent(tx, email) : recordFailure(tx, email, outcome)))
  })
}

/** From before the claim until the mail server's answer, in milliseconds: sooner than the claim ends. */
const SEND_WITHIN = 0.75 * lease

async function claim(tx: Tx, id: number): Promise<ClaimedEmail | null> {
  const until = armedUntil(tx.now, tx.now)
  const { affectedRows } = await tx.sql.run(
    `UPDATE emails SET tries = tries + 1, due_at = ?, armed_until = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND due_at <= ?`,
    [until, until, tx.now, id, tx.now],
  )
  if (affectedRows === 0) return null
  const row = await tx.sql.row<Omit<ClaimedEmail, 'link_version' | 'pictures'>>(
    'SELECT id, project_id, is_test, kind, customer_id, recipient, locale, words, request_id, tries FROM emails WHERE id = ?',
    [id],
  )
  if (!row) return null
  const to = (await hasLostReason(tx.sql, row, tx.now)) ? null : await addressNow(tx.sql, row)
  if (to && to.recipient !== null) {
    if (to.recipient !== row.recipient)
      await tx.sql.write('UPDATE emails SET recipient = ? WHERE id = ?', [to.recipient, id])
    const pictures = await receiptPictures(tx.sql, row)
    return { ...row, recipient: to.recipient, link_version: to.linkVersion, pictures }
  }
  await tx.sql.write(
    "UPDATE emails SET status = 'canceled', due_at = NULL, armed_until = NULL, updated_at = ? WHERE id = ?",
    [tx.now, id],
  )
  log().info({ email_id: id, kind: row.kind }, 'email not sent: its reason has vanished, or its address')
  return null
}

/** Null where there is no time left: nothing was sent, and the email is due again when the claim ends. */
async function attempt(email: ClaimedEmail, until: number): Promise<Outcome | null> {
  try {
    if (!isEmail(email.recipient)) return { sent: false, error: 'This is not an email address.', final: true }
    const project = await cachedProject(email.project_id)
    if (!project) throw new Error(`project ${email.project_id} of email ${email.id} is gone`)
    const message = messageOf(email, project)
    const left = Math.floor(until - performance.now())
    if (left <= 0) return null
    await sendMail(message, left)
    return { sent: true }
  } catch (error) {
    return {
      sent: false,
      error: error instanceof Error ? error.message : String(error),
      final: isRefusal(error),
    }
  }
}

async function recordSent(tx: Tx, { id, kind, tries }: ClaimedEmail): Promise<void> {
  await tx.sql.write(
    `UPDATE emails SET status = 'sent', sent_at = ?, due_at = NULL, armed_until = NULL, error = NULL, updated_at = ?
     WHERE id = ? AND status = 'pending'`,
    [tx.now, tx.now, id],
  )
  log().info({ email_id: id, kind, tries }, 'email sent')
}

async function recordFailure(
  tx: Tx,
  { id, kind, tries }: ClaimedEmail,
  { error, final }: { error: string; final: boolean },
): Promise<void> {
  const next = final ? null : nextTry(tries, tx.now, Math.random())
  const { affectedRows } = await tx.sql.run(
    `UPDATE emails SET status = ?, due_at = ?, armed_until = ?, error = ?, updated_at = ?
     WHERE id = ? AND status = 'pending' AND tries = ?`,
    [next ? 'pending' : 'failed', next, next && armedUntil(next, tx.now), cut(error, 500), tx.now, id, tries],
  )
  if (affectedRows === 0) return // our claim had run out, and another worker is at it
  if (next) tx.jobs.push(newJob('email.send', id, next, { emailId: id }))
  log().warn({ email_id: id, kind, tries, next_try_at: next }, next ? 'email not sent yet' : 'email given up')
}
