import { save } from '../../../../db/save.ts'
import type { ModelTx, Tx } from '../../../../db/transaction.ts'
import { isSettled } from '../../../domain/payments/status.ts'
import { cut } from '../../../kit/text.ts'
import { later, SECOND } from '../../../kit/time.ts'
import { getMethod } from '../../../methods/all.ts'
import type { Opened, ProviderAnswer, ProviderError } from '../../../methods/provider.ts'
import { now } from '../../../runtime/clock.ts'
import type { Scope } from '../../projects/project.ts'
import { setTimer } from '../../timers/set.ts'
import { CANCELED, type Ending, failPayment } from '../finish.ts'
import { lockDuePayment } from '../lock.ts'
import type { LockedPayment } from '../locked-payment.ts'
import type { Outcome } from './call.ts'
import type { ClaimedCall } from './claim.ts'
import { comparePayment, versionOf } from './compare-payment.ts'
import { recordFailedRefunds } from './record-failed-refunds.ts'
import { recordEnd, recordMoney, recordMore } from './record-money.ts'
import { changeProviderRow, lockProviderRow, planCall, planCallAt, type ProviderRow } from './row.ts'

/** The pause before the provider is asked again because its answer may be older than a change here. */
const ASK_AGAIN_AFTER = 3 * SECOND

/** A longer message of a provider is truncated. */
const LONGEST_MESSAGE = 500

/**
 * Applies a provider's answer, and plans the next call. If another call has followed, the answer is outdated,
 * and only received money counts. If the payment was settled before, a difference is reported to the
 * merchant.
 */
export async function applyOutcome(tx: ModelTx, claim: ClaimedCall, outcome: Outcome): Promise<void> {
  const { scope, ...locked } = await lockDuePayment(tx, claim.project, claim.payment.id)
  const row = await lockProviderRow(tx, claim.payment.id)
  if (!row) return
  const isPaid = 'answer' in outcome && outcome.answer.state === 'paid'
  const isLast = row.calls === claim.call
  const wasSettled = isSettled(locked.payment.status)
  const isSame =
    claim.version !== null && claim.version === (await versionOf(tx, claim.project, claim.payment.id))
  if (!isLast && !isPaid && !('opened' in outcome)) return
  if (isLast) {
    const endsAttempt = 'error' in outcome && outcome.error.endsAttempt
    const attempt = endsAttempt ? row.attempt + 1 : row.attempt
    await changeProviderRow(tx, row, { busy_until: pausedUntil(outcome), attempt })
  }
  if ('opened' in outcome) await applyOpened(tx, locked, row, outcome.opened)
  else if ('answer' in outcome) {
    await applyAnswer(tx, scope, locked, row, outcome.answer)
    await recordFailedRefunds(tx, scope, locked, outcome.answer)
    if (wasSettled && isSame)
      await comparePayment(tx, scope, { payment: locked.payment, row }, outcome.answer)
    else if (wasSettled && claim.version !== null) await planCallAt(tx, row, later(now(), ASK_AGAIN_AFTER))
  } else await applyError(tx, scope, locked, row, outcome.error)
  // The payment was given up during another call. Until its provider knows, it can still be paid.
  if (row.step === 'give_up' && claim.step !== 'give_up') await planCallAt(tx, row, row.busy_until ?? now())
}

/** Returns the end of the pause that the provider asked for, which page views respect too; null without a pause. */
function pausedUntil(outcome: Outcome): Date | null {
  const pause = 'error' in outcome ? outcome.error.retryAfter : null
  return pause === null ? null : later(now(), pause)
}

/**
 * Saves the provider's id and details of an opened payment. If it ended meanwhile, it is given up at once. If
 * a slow provider opened two, the first answer wins; customers never see the other one.
 */
async function applyOpened(
  tx: Tx,
  { payment }: LockedPayment,
  row: ProviderRow,
  { providerId, details }: Opened,
): Promise<void> {
  if (row.provider_id !== null) return
  await save(tx, payment, { details: { ...payment.details, ...details } })
  await changeProviderRow(tx, row, {
    provider_id: providerId,
    step: payment.status === 'started' ? 'ask' : 'give_up',
  })
  await planCall(tx, row)
}

async function applyAnswer(
  tx: ModelTx,
  scope: Scope,
  locked: LockedPayment,
  row: ProviderRow,
  answer: ProviderAnswer,
): Promise<void> {
  switch (answer.state) {
    case 'open':
      if (row.step === 'give_up' && isOver(locked, row)) {
        // Received money is recorded now, since the provider may never let the payment be given up.
        await recordEnd(tx, scope, locked, CANCELED.lapsed, { ...answer, state: 'over', why: 'lapsed' })
      } else await recordMore(tx, scope, locked, answer)
      if (row.step === 'wait') await changeProviderRow(tx, row, { step: 'ask' })
      return planOrEnd(tx, row)
    case 'processing':
      await waitForBank(tx, locked, row, answer.until)
      return planOrEnd(tx, row)
    case 'over':
      await recordEnd(tx, scope, locked, endingOf(row, answer), answer)
      return done(tx, row)
    case 'paid':
      await recordMoney(tx, scope, locked, answer)
      return isStillPayable(locked, row) ? changeProviderRow(tx, row, { step: 'give_up' }) : done(tx, row)
  }
}

/** Returns whether a customer could still pay it at the provider, although its money was refused or refunded. */
function isStillPayable({ payment }: LockedPayment, row: ProviderRow): boolean {
  return payment.status !== 'paid' && (row.step === 'ask' || row.step === 'wait')
}

/** Applies a failed call: a payment that cannot be opened ends at once; any other call is repeated. */
async function applyError(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  row: ProviderRow,
  { fault, message }: ProviderError,
): Promise<void> {
  if (row.step === 'give_up') await lapse(tx, scope, locked, row)
  const isFinal = row.step === 'start' && (fault === 'refused' || fault === 'account')
  if (!isFinal && (await planCall(tx, row, { isUnanswered: true }))) return
  if (row.step === 'start' && locked.payment.status === 'started')
    await failPayment(tx, scope, locked, {
      status: 'failed',
      failureCode: 'declined',
      failureMessage: cut(message, LONGEST_MESSAGE),
    })
  await done(tx, row)
}

/**
 * Ends an expired payment here, although the provider has not given it up yet. It is asked again, and money
 * still counts.
 */
async function lapse(tx: Tx, scope: Scope, locked: LockedPayment, row: ProviderRow): Promise<void> {
  if (locked.payment.status === 'started' && isOver(locked, row))
    await failPayment(tx, scope, locked, CANCELED.lapsed)
}

/** Returns whether no customer waits for the payment: it has ended here, or has expired. */
function isOver({ payment }: LockedPayment, row: ProviderRow): boolean {
  return payment.status !== 'started' || row.deadline <= now()
}

/** Keeps a payment started until the time that its bank may need. It cannot be given up meanwhile. */
async function waitForBank(tx: Tx, { payment }: LockedPayment, row: ProviderRow, until: Date): Promise<void> {
  await changeProviderRow(tx, row, { step: 'wait', deadline: until })
  if (payment.status !== 'started') return
  const expiresAt = later(tx.now, until.getTime() - now().getTime())
  await save(tx, payment, { expiresAt, details: { ...payment.details, processing: true } })
  const due = getMethod(payment.method).attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
}

/** Returns the ending of a payment that can no longer be paid at its provider. */
function endingOf(row: ProviderRow, { why, message }: Extract<ProviderAnswer, { state: 'over' }>): Ending {
  const isDeclined = why === 'declined' && row.step !== 'give_up'
  const isReplaced = row.step === 'give_up' && row.deadline > now()
  if (!isDeclined) return CANCELED[isReplaced ? 'replaced' : 'lapsed']
  const failureMessage = message === undefined ? null : cut(message, LONGEST_MESSAGE)
  return { status: 'failed', failureCode: 'declined', failureMessage }
}

async function planOrEnd(tx: Tx, row: ProviderRow): Promise<void> {
  if (!(await planCall(tx, row))) await done(tx, row)
}

async function done(tx: Tx, row: ProviderRow): Promise<void> {
  await changeProviderRow(tx, row, { step: 'done' })
  await planCall(tx, row)
}
