import type { Atomically, ModelTx } from '../../../db/transaction.ts'
import { refundPause } from '../../domain/payments/provider-schedule.ts'
import { cut } from '../../kit/text.ts'
import { later } from '../../kit/time.ts'
import { ProviderError, type ProviderPayment, type RefundAnswer } from '../../methods/provider.ts'
import { now } from '../../runtime/clock.ts'
import { log } from '../../runtime/log.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { callGateway } from '../payments/providers/call-gateway.ts'
import { CALL_LEASE, readProviderPayment } from '../payments/providers/claim.ts'
import { planRefund } from '../payments/providers/plan-refund.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import { recordRefunded, recordRefundFailed } from '../payments/refunded.ts'
import type { Project } from '../projects/project.ts'
import { failRefund, lockPendingRefund } from '../refunds/pending.ts'
import type { Refund } from '../refunds/refunds-table.ts'
import { lockDue } from '../timers/lock.ts'
import { clearTimer } from '../timers/set.ts'

/**
 * Sends a refund to the payment's provider and applies the result. One process at a time makes the call. If it is
 * killed, another repeats the call: the refund's id makes it idempotent. A refund that is not pending is a success.
 */
export async function sendRefund(project: Project, refundId: number, atomically: Atomically): Promise<void> {
  const claim = await atomically((tx) => claimRefund(tx, project, refundId))
  if (!claim) return
  const answer = await call(project, claim)
  await atomically((tx) => takeAnswer(tx, project, claim, answer))
}

interface ClaimedRefund {
  refund: Refund
  method: string
  payment: ProviderPayment
}

async function claimRefund(tx: ModelTx, project: Project, refundId: number): Promise<ClaimedRefund | null> {
  const refund = await lockPendingRefund(tx, project, refundId)
  const row = refund && (await lockProviderRow(tx, refund.paymentId))
  if (!row) {
    await clearTimer(tx, 'refund.send', { id: refundId, projectId: project.id })
    return null
  }
  const time = now()
  if (!(await lockDue(tx, 'refund.send', { id: refundId, projectId: project.id }, time))) return null
  if (refund.busyUntil && refund.busyUntil > time) {
    await planRefund(tx, refund, refund.busyUntil) // the provider asked for a pause, or this process may be killed
    return null
  }
  const busyUntil = later(time, CALL_LEASE)
  await refund.update({ calls: refund.calls + 1, busyUntil }, { transaction: tx.transaction })
  await planRefund(tx, refund, busyUntil)
  return { refund, method: row.method, payment: await readProviderPayment(tx, row, project) }
}

/** The provider's result, and the pause that it asked for in milliseconds. */
type Answer = RefundAnswer & { retryAfter?: number | null; isRefused?: boolean; endsAttempt?: boolean }

const CHECK_FIRST = "look at the provider's own pages before you send it by hand."
const PERHAPS = `An earlier call was not answered, and may have refunded the money: ${CHECK_FIRST}`
const STILL_PENDING = `The provider has not confirmed the refund within a month, and still may: ${CHECK_FIRST}`
/** The provider's message is cut to this length, so that our text fits too. */
const LONGEST_MESSAGE = 350

async function call(project: Project, { refund, method, payment }: ClaimedRefund): Promise<Answer> {
  const { id, amount, currency, calls, attempt } = refund
  try {
    return await callGateway({ project, method, isTest: payment.isTest }, (gateway, given) =>
      gateway.refund(payment, { id, amount, currency, attempt }, given),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { message, fault, retryAfter, endsAttempt } = error
    log().warn(
      { refund_id: id, method, error: message },
      'a provider gave no usable answer for a refund; it is sent again, unless the provider refused it',
    )
    // An earlier call may have succeeded. A refusal now, for example by another account, does not disprove that.
    const isRefused = fault === 'refused'
    if (isRefused && calls === 1) return { status: 'failed', message }
    return { status: 'pending', message, retryAfter, isRefused, endsAttempt }
  }
}

/**
 * Applies the result of a call. The payment's lock protects its sums, and is taken before the refund's lock. If
 * another call followed, the result is outdated, and only a success counts, because it is final.
 */
async function takeAnswer(
  tx: ModelTx,
  project: Project,
  { refund }: ClaimedRefund,
  answer: Answer,
): Promise<void> {
  const { scope, ...locked } = await lockDuePayment(tx, project, refund.paymentId)
  const pending = await lockPendingRefund(tx, project, refund.id)
  if (!pending) return
  const isLast = pending.calls === refund.calls
  if (!isLast && answer.status !== 'succeeded') return
  const busyUntil = answer.retryAfter ? later(now(), answer.retryAfter) : null
  const refusedCalls = answer.isRefused ? pending.refusedCalls + 1 : 0
  const attempt = answer.endsAttempt ? pending.attempt + 1 : pending.attempt
  const { transaction } = tx
  await pending.update({ busyUntil, refusedCalls, attempt }, { transaction })
  if (answer.status === 'succeeded') {
    await pending.update({ status: 'succeeded', updatedAt: tx.now }, { transaction })
    await recordRefunded(tx, scope, locked, refund.id)
  } else {
    const pause = answer.status === 'pending' ? refundPause(pending.calls, refusedCalls) : null
    if (pause !== null) return planRefund(tx, refund, later(now(), Math.max(pause, answer.retryAfter ?? 0)))
    await failRefund(tx, pending, whyFailed(answer))
    await recordRefundFailed(tx, scope, locked, {
      ...{ refundId: refund.id, amount: refund.amount, hadSucceeded: false },
    })
  }
  await clearTimer(tx, 'refund.send', refund)
}

/**
 * Returns the message for the merchant. If the provider never gave a final answer, the money may have been refunded.
 */
function whyFailed({ status, message }: Answer): string {
  if (status === 'failed') return message ?? 'The provider has not refunded the money.'
  return message === undefined ? STILL_PENDING : `${cut(message, LONGEST_MESSAGE)} ${PERHAPS}`
}
