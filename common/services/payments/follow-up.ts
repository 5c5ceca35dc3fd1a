import type { TakenStep, Tx } from '../../../db/transaction.ts'
import { later } from '../../kit/time.ts'
import { getMethod } from '../../methods/all.ts'
import type { Due } from '../../methods/attempt.ts'
import { traceJob } from '../../runtime/log.ts'
import { recordEvent } from '../events/record.ts'
import type { Project, Scope } from '../projects/project.ts'
import { clearTimer, dueTimer, renameTimer, setTimer } from '../timers/set.ts'
import { getPayment } from './find.ts'
import { CANCELED, failPayment, succeedPayment } from './finish.ts'
import { lockDuePayment } from './lock.ts'
import type { LockedPayment } from './locked-payment.ts'
import type { Payment } from './payments-table.ts'
import { planDigest } from './plan-digest.ts'

/** Runs a payment's due step and sets the timer of the next one. Does nothing if none is due. */
export async function followUpPayment(tx: Tx, project: Project, paymentId: number): Promise<void> {
  const { scope, ...locked } = await lockDuePayment(tx, project, paymentId)
  const { payment } = locked
  const dueAt = await dueTimer(tx, 'payment.follow_up', payment)
  if (!dueAt) return
  const due = getMethod(payment.method).attempt.next(payment, later(dueAt, -1))
  if (!due || due.at > tx.now) return planFollowUp(tx, payment, due)
  traceJob({ step: due.step })
  await runStep(tx, scope, locked, due)
  tx.steps.push(logEntry(payment, due))
}

/** Runs a timer that an older release wrote under its old name. */
export async function followUpRenamed(tx: Tx, project: Project, paymentId: number): Promise<void> {
  await lockDuePayment(tx, project, paymentId)
  const subject = { id: paymentId, projectId: project.id }
  await renameTimer(tx, 'payment.settle', 'payment.follow_up', subject)
  await followUpPayment(tx, project, paymentId)
}

async function runStep(tx: Tx, scope: Scope, locked: LockedPayment, { step }: Due): Promise<void> {
  switch (step) {
    case 'succeed':
      return succeedPayment(tx, scope, locked)
    case 'give_up':
      return failPayment(tx, scope, locked, CANCELED.lapsed)
    case 'remind_merchant':
      return remindMerchant(tx, scope, locked.payment)
  }
}

/** Returns the log entry of a step that has just run. */
function logEntry({ id, projectId, status }: Payment, { step, at }: Due): TakenStep {
  const name = step === 'remind_merchant' ? 'payment.merchant_reminded' : `payment.${status}`
  return { name, fields: { step, payment_id: id, project_id: projectId, due_at: at.toISOString() } }
}

/**
 * Writes the event that a pending payment still waits for the merchant: once after an outage, not per missed
 * day. The digest sends the email; it is planned here again, since older releases did not plan it.
 */
async function remindMerchant(tx: Tx, scope: Scope, payment: Payment): Promise<void> {
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.verification_due', found)
  await planDigest(tx, scope, payment)
  await planFollowUp(tx, payment, getMethod(payment.method).attempt.next(payment, tx.now))
}

async function planFollowUp(tx: Tx, payment: Payment, next: Due | null): Promise<void> {
  if (next) await setTimer(tx, 'payment.follow_up', payment, next.at)
  else await clearTimer(tx, 'payment.follow_up', payment)
}
