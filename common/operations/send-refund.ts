import type { Atomically, Tx } from '../../db/transaction.ts'
import { later } from '../kit/time.ts'
import { findGateway } from '../payments/gateways.ts'
import { lockDuePayment } from '../payments/lock.ts'
import { getMethod } from '../payments/methods/all.ts'
import { ProviderError, type ProviderPayment, type RefundAnswer } from '../payments/methods/provider.ts'
import { valuesOf } from '../payments/methods/settings.ts'
import { CALL_LEASE, CALL_WITHIN, readAsTold } from '../payments/providers/claim.ts'
import { planRefund } from '../payments/providers/plan-refund.ts'
import { lockProviderRow } from '../payments/providers/row.ts'
import { tellRefunded, tellRefundFailed } from '../payments/refunded.ts'
import { refundPause } from '../payments/rules/provider-schedule.ts'
import type { Project } from '../projects/project.ts'
import {
  countCall,
  failRefund,
  lockPendingRefund,
  type PendingRefund,
  succeedRefund,
} from '../refunds/pending.ts'
import { now } from '../runtime/clock.ts'
import { log, messageOf } from '../runtime/log.ts'
import { clearTimer } from '../timers/set.ts'

/**
 * Tells a payment's provider to give money back, and does what the answer means. The call may be made again after a
 * process was killed: the refund's own id makes it the same one. Nothing pending is success.
 */
export async function sendRefund(project: Project, refundId: number, atomically: Atomically): Promise<void> {
  const claim = await atomically((tx) => claimRefund(tx, project, refundId))
  if (!claim) return
  const answer = await call(project, claim)
  await atomically((tx) => takeAnswer(tx, project, claim, answer))
}

interface Claim {
  refund: PendingRefund
  method: string
  payment: ProviderPayment
}

async function claimRefund(tx: Tx, project: Project, refundId: number): Promise<Claim | null> {
  const refund = await lockPendingRefund(tx, project, refundId)
  const row = refund && (await lockProviderRow(tx, refund.paymentId))
  if (!row) {
    await clearTimer(tx, 'refund.send', refundId)
    return null
  }
  await countCall(tx, refund)
  await planRefund(tx, refund, later(now(), CALL_LEASE))
  return { refund, method: row.method, payment: await readAsTold(tx, row, project) }
}

/** An answer, and for how many milliseconds the provider wants to be left alone. */
type Answer = RefundAnswer & { retryAfter?: number | null }

async function call(project: Project, { refund, method, payment }: Claim): Promise<Answer> {
  const gateway = findGateway(method)
  const values = valuesOf(project.paymentSettings, getMethod(method), payment.isTest)
  const account = { projectId: project.id, isTest: payment.isTest }
  if (!gateway || !values)
    return { status: 'pending', message: 'The project has no settings for this way to pay.' }
  try {
    const given = { values, account, signal: AbortSignal.timeout(CALL_WITHIN) }
    return await gateway.refund(payment, { id: refund.id, amount: refund.amount }, given)
  } catch (error) {
    const message = messageOf(error)
    log().warn({ refund_id: refund.id, method, error: message }, 'a provider gave no usable answer')
    // An earlier call may have given it back: what says no now, such as another account, does not know of that.
    const isFinal = error instanceof ProviderError && error.fault === 'refused' && refund.calls === 0
    const retryAfter = error instanceof ProviderError ? error.retryAfter : null
    return { status: isFinal ? 'failed' : 'pending', message, retryAfter }
  }
}

/** The lock of the payment decides about its sums, and is taken before that of the refund. */
async function takeAnswer(tx: Tx, project: Project, { refund }: Claim, answer: Answer): Promise<void> {
  const { scope, ...locked } = await lockDuePayment(tx, project, refund.paymentId)
  const pending = await lockPendingRefund(tx, project, refund.id)
  if (!pending) return
  if (answer.status === 'succeeded') {
    await succeedRefund(tx, refund.id)
    await tellRefunded(tx, scope, locked, refund.id)
  } else {
    const pause = answer.status === 'pending' ? refundPause(pending.calls) : null
    if (pause !== null) return planRefund(tx, refund, later(now(), Math.max(pause, answer.retryAfter ?? 0)))
    await failRefund(tx, refund.id, answer.message ?? 'The provider has not given it back.')
    await tellRefundFailed(tx, scope, locked, refund.amount)
  }
  await clearTimer(tx, 'refund.send', refund.id)
}
