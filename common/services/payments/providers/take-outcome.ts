import { save } from '../../../../db/save.ts'
import type { Tx } from '../../../../db/transaction.ts'
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
import { judge, versionOf } from './judge.ts'
import { changeProviderRow, lockProviderRow, planCall, planCallAt, type ProviderRow } from './row.ts'
import { takeFailedRefunds } from './take-failed-refunds.ts'
import { takeEnd, takeMoney, takeMore } from './take-money.ts'

/** An answer that may be older than what has changed here is asked for again after so long. */
const AGAIN = 3 * SECOND

/** So much of a provider's words is kept. */
const LONGEST_MESSAGE = 500

/**
 * Does what a provider's answer means, and plans the next call. The answer to a call that another has followed is
 * old: only that money has come is true for good. Of a payment whose money was decided about before, the merchant is
 * told what the provider says otherwise.
 */
export async function takeOutcome(tx: Tx, claim: ClaimedCall, outcome: Outcome): Promise<void> {
  const { scope, ...locked } = await lockDuePayment(tx, claim.project, claim.payment.id)
  const row = await lockProviderRow(tx, claim.payment.id)
  if (!row) return
  const isPaid = 'answer' in outcome && outcome.answer.state === 'paid'
  const isLast = row.calls === claim.call
  const wasSettled = isSettled(locked.payment.status)
  const isSame = claim.version !== null && claim.version === (await versionOf(tx, claim.payment.id))
  if (!isLast && !isPaid && !('opened' in outcome)) return
  if (isLast) {
    const endsAttempt = 'error' in outcome && outcome.error.endsAttempt
    const attempt = endsAttempt ? row.attempt + 1 : row.attempt
    await changeProviderRow(tx, row, { busy_until: pausedUntil(outcome), attempt })
  }
  if ('opened' in outcome) await takeOpened(tx, locked, row, outcome.opened)
  else if ('answer' in outcome) {
    await takeAnswer(tx, scope, locked, row, outcome.answer)
    await takeFailedRefunds(tx, scope, locked, outcome.answer)
    if (wasSettled && isSame) await judge(tx, scope, { payment: locked.payment, row }, outcome.answer)
    else if (wasSettled && claim.version !== null) await planCallAt(tx, row, later(now(), AGAIN))
  } else await takeError(tx, scope, locked, row, outcome.error)
  // It made way while something else was asked: until its provider knows, it could still be paid.
  if (row.step === 'give_up' && claim.step !== 'give_up') await planCallAt(tx, row, row.busy_until ?? now())
}

/** Until when the provider wants to be left alone: by whoever looks at the page as well. */
function pausedUntil(outcome: Outcome): Date | null {
  const pause = 'error' in outcome ? outcome.error.retryAfter : null
  return pause === null ? null : later(now(), pause)
}

/**
 * It may have ended while it was being opened: then it is given up there at once. Of two that a slow provider has
 * opened the first to be written down is the one that customers see; nobody can pay the other.
 */
async function takeOpened(
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

async function takeAnswer(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  row: ProviderRow,
  answer: ProviderAnswer,
): Promise<void> {
  switch (answer.state) {
    case 'open':
      if (row.step === 'give_up' && isOver(locked, row)) {
        // What has come is taken now: its provider may never let the payment be given up.
        await takeEnd(tx, scope, locked, CANCELED.lapsed, { ...answer, state: 'over', why: 'lapsed' })
      } else await takeMore(tx, scope, locked, answer)
      if (row.step === 'wait') await changeProviderRow(tx, row, { step: 'ask' })
      return planOrEnd(tx, row)
    case 'processing':
      await wait(tx, locked, row, answer.until)
      return planOrEnd(tx, row)
    case 'over':
      await takeEnd(tx, scope, locked, endingOf(row, answer), answer)
      return done(tx, row)
    case 'paid':
      await takeMoney(tx, scope, locked, answer)
      return isPayable(locked, row) ? changeProviderRow(tx, row, { step: 'give_up' }) : done(tx, row)
  }
}

/** Its money was not what was asked for, or went back: nobody is to pay it there once more. */
function isPayable({ payment }: LockedPayment, row: ProviderRow): boolean {
  return payment.status !== 'paid' && (row.step === 'ask' || row.step === 'wait')
}

/** What cannot be opened ends at once; about everything else the provider is asked again. */
async function takeError(
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

/** Its time is over, and the provider has not said that it has given it up: it is asked on, and money still counts. */
async function lapse(tx: Tx, scope: Scope, locked: LockedPayment, row: ProviderRow): Promise<void> {
  if (locked.payment.status === 'started' && isOver(locked, row))
    await failPayment(tx, scope, locked, CANCELED.lapsed)
}

/** Returns whether nobody waits for the payment any more: it has ended here, or its time is over. */
function isOver({ payment }: LockedPayment, row: ProviderRow): boolean {
  return payment.status !== 'started' || row.deadline <= now()
}

/** A bank has it: that takes as long as the provider says, and nobody can take it back meanwhile. */
async function wait(tx: Tx, { payment }: LockedPayment, row: ProviderRow, until: Date): Promise<void> {
  await changeProviderRow(tx, row, { step: 'wait', deadline: until })
  if (payment.status !== 'started') return
  const expiresAt = later(tx.now, until.getTime() - now().getTime())
  await save(tx, payment, { expiresAt, details: { ...payment.details, processing: true } })
  const due = getMethod(payment.method).attempt.next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.follow_up', payment, due.at)
}

/** How a payment ends of which its provider says that it can never be paid any more. */
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
