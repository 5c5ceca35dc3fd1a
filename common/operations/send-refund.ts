import type { Atomically, Tx } from '../../db/transaction.ts'
import { cut } from '../kit/text.ts'
import { later } from '../kit/time.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { ProviderError, type ProviderPayment, type RefundAnswer } from '../payments/methods/provider.ts'
import { callGateway } from '../payments/providers/call-gateway.ts'
import { CALL_LEASE, readAsTold } from '../payments/providers/claim.ts'
import { planRefund } from '../payments/providers/plan-refund.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import { tellRefunded, tellRefundFailed } from '../payments/refunded.ts'
import { refundPause } from '../payments/rules/provider-schedule.ts'
import type { Project } from '../projects/project.ts'
import {
  claimRefundCall,
  failRefund,
  lockPendingRefund,
  type PendingRefund,
  releaseRefundCall,
  succeedRefund,
} from '../refunds/pending.ts'
import { now } from '../runtime/clock.ts'
import { log } from '../runtime/log.ts'
import { lockDue } from '../timers/lock.ts'
import { clearTimer } from '../timers/set.ts'

/**
 * Tells a payment's provider to give money back, and does what the answer means. One process at a time makes the call;
 * where it was killed another makes it again: the refund's own id makes it the same one. Nothing pending is success.
 */
export async function sendRefund(project: Project, refundId: number, atomically: Atomically): Promise<void> {
  const claim = await atomically((tx) => claimRefund(tx, project, refundId))
  if (!claim) return
  const answer = await call(project, claim)
  await atomically((tx) => takeAnswer(tx, project, claim, answer))
}

interface ClaimedRefund {
  refund: PendingRefund
  method: string
  payment: ProviderPayment
}

async function claimRefund(tx: Tx, project: Project, refundId: number): Promise<ClaimedRefund | null> {
  const refund = await lockPendingRefund(tx, project, refundId)
  const row = refund && (await lockProviderRow(tx, refund.paymentId))
  if (!row) {
    await clearTimer(tx, 'refund.send', refundId)
    return null
  }
  const time = now()
  if (!(await lockDue(tx, 'refund.send', refundId, time))) return null
  if (refund.busyUntil && refund.busyUntil > time) {
    await planRefund(tx, refund, refund.busyUntil) // the provider wants a pause, or whoever asks it may be killed
    return null
  }
  const busyUntil = later(time, CALL_LEASE)
  await claimRefundCall(tx, refund, busyUntil)
  await planRefund(tx, refund, busyUntil)
  return { refund, method: row.method, payment: await readAsTold(tx, row, project) }
}

/** An answer, and for how many milliseconds the provider wants to be left alone. */
type Answer = RefundAnswer & { retryAfter?: number | null; isRefused?: boolean }

const LOOK_FIRST = "look at the provider's own pages before you send it by hand."
const PERHAPS = `An earlier call was not answered, and may have given it back: ${LOOK_FIRST}`
const STILL_PENDING = `The provider has not said within a month that it has given it back, and still may: ${LOOK_FIRST}`
/** So much of a provider's words is kept, so that there is room for ours. */
const LONGEST_MESSAGE = 350

async function call(project: Project, { refund, method, payment }: ClaimedRefund): Promise<Answer> {
  const { id, amount, currency, calls } = refund
  try {
    return await callGateway({ project, method, isTest: payment.isTest }, (gateway, given) =>
      gateway.refund(payment, { id, amount, currency }, given),
    )
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { message, fault, retryAfter } = error
    log().warn({ refund_id: id, method, error: message }, 'a provider gave no usable answer')
    // An earlier call may have given it back: what says no now, such as another account, does not know of that.
    const isRefused = fault === 'refused'
    if (isRefused && calls === 0) return { status: 'failed', message }
    return { status: 'pending', message, retryAfter, isRefused }
  }
}

/**
 * The lock of the payment decides about its sums, and is taken before that of the refund. The answer to a call that
 * another has followed is old: only that the money went back is true for good.
 */
async function takeAnswer(
  tx: Tx,
  project: Project,
  { refund }: ClaimedRefund,
  answer: Answer,
): Promise<void> {
  const { scope, ...locked } = await lockDuePayment(tx, project, refund.paymentId)
  const pending = await lockPendingRefund(tx, project, refund.id)
  if (!pending) return
  const isLast = pending.calls === refund.calls + 1
  if (!isLast && answer.status !== 'succeeded') return
  const pausedUntil = answer.retryAfter ? later(now(), answer.retryAfter) : null
  const refusedCalls = answer.isRefused ? pending.refusedCalls + 1 : 0
  await releaseRefundCall(tx, pending, { pausedUntil, refusedCalls })
  if (answer.status === 'succeeded') {
    await succeedRefund(tx, refund.id)
    await tellRefunded(tx, scope, locked, refund.id)
  } else {
    const pause = answer.status === 'pending' ? refundPause(pending.calls, refusedCalls) : null
    if (pause !== null) return planRefund(tx, refund, later(now(), Math.max(pause, answer.retryAfter ?? 0)))
    await failRefund(tx, refund.id, whyFailed(answer))
    await tellRefundFailed(tx, scope, locked, refund.amount)
  }
  await clearTimer(tx, 'refund.send', refund.id)
}

/** What the merchant reads: where it was asked about to the end without a word that decides, it may have gone back. */
function whyFailed({ status, message }: Answer): string {
  if (status === 'failed') return message ?? 'The provider has not given it back.'
  return message === undefined ? STILL_PENDING : `${cut(message, LONGEST_MESSAGE)} ${PERHAPS}`
}
