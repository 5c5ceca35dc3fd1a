import { setTimeout as pause } from 'node:timers/promises'
import { Op } from 'sequelize'
import { isUnavailable } from '../../../db/errors.ts'
import type { Atomically, ModelTx } from '../../../db/transaction.ts'
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
import { Email } from './emails-table.ts'
import { emailKinds } from './kinds.ts'
import { type ClaimedEmail, messageOf } from './message.ts'
import { receiptPictures } from './receipt-pictures.ts'
import { CLAIM, renewClaim } from './renew-claim.ts'

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
  const claimed = await atomically((tx) => claim(tx, emailId))
  if (claimed === 'canceled') emailTries.inc({ outcome: claimed })
  if (claimed === null || claimed === 'canceled') return
  const { email } = claimed
  const cause = email.requestId === null ? {} : { request_id: email.requestId }
  await trace.run({ ...trace.getStore(), ...cause }, async () => {
    const claim = renewClaim(email, begun)
    const outcome = await attempt(claimed, claim.lost)
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
async function claim(tx: ModelTx, id: number): Promise<ClaimedEmail | 'canceled' | null> {
  const { now, sql, transaction } = tx
  const where = { id, status: 'pending', dueAt: { [Op.lte]: now } } as const
  const email = await Email.findOne({ where, lock: true, transaction })
  if (!email) return null
  const { stillTrue } = emailKinds[email.kind] as EmailDefinition<unknown>
  const to = (await stillTrue(sql, email.words, now)) ? await addressNow(sql, email) : null
  if (!to || to.recipient === null) {
    await email.update({ status: 'canceled', dueAt: null, updatedAt: now }, { transaction })
    log().info(
      { email_id: id, kind: email.kind },
      'email canceled: it is out of date, or there is no address',
    )
    return 'canceled'
  }
  const { recipient, linkVersion } = to
  const tries = email.tries + 1
  const due = { dueSince: email.dueSince ?? email.dueAt, dueAt: later(now, CLAIM) }
  await email.update({ recipient, tries, ...due, updatedAt: now }, { transaction })
  return { email, linkVersion, pictures: await receiptPictures(sql, email) }
}

/** Sends a claimed email. Returns null if the claim was lost before: nothing was sent, and the email is due again. */
async function attempt(claimed: ClaimedEmail, lost: AbortSignal): Promise<Outcome | null> {
  const { id, projectId, recipient } = claimed.email
  try {
    if (!isEmail(recipient)) return { sent: false, error: 'This is not an email address.', final: true }
    const project = await cachedProject(projectId)
    if (!project) throw new Error(`project ${projectId} of email ${id} does not exist`)
    const message = messageOf(claimed, project)
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

async function recordSent(
  { now, transaction }: ModelTx,
  { id, projectId, kind, tries }: Email,
): Promise<'sent'> {
  await Email.update(
    { status: 'sent', sentAt: now, dueAt: null, error: null, updatedAt: now },
    { where: { projectId, id, status: 'pending' }, transaction },
  )
  log().info({ email_id: id, kind, tries }, 'email sent')
  return 'sent'
}

/** Returns what becomes of the email; null if another worker has taken it meanwhile. */
async function recordFailure(
  tx: ModelTx,
  { id, projectId, kind, tries }: Email,
  { error, final }: { error: string; final: boolean },
): Promise<'retried' | 'failed' | null> {
  const next = final ? null : nextTry(tries, tx.now, Math.random())
  const [recorded] = await Email.update(
    { status: next ? 'pending' : 'failed', dueAt: next, error: cut(error, 500), updatedAt: tx.now },
    { where: { projectId, id, status: 'pending', tries }, transaction: tx.transaction },
  )
  if (recorded === 0) return null // the claim has expired
  if (next) tx.wakeUps.push(wakeUpFor('emails', projectId, id, next))
  // A mail server's answer often repeats the address, and no log line names a person.
  const reason = cut(error.replace(/\S+@\S+/g, '(address)'), 200)
  log().warn(
    { email_id: id, kind, tries, next_try_at: next, error: reason },
    next ? 'email not sent yet' : 'email given up; bin/tolbor emails failed lists it',
  )
  return next ? 'retried' : 'failed'
}
