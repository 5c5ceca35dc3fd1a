import type { Payment } from '../../db/models/payment.ts'
import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { recordEvent } from '../events/record.ts'
import { DAY, later } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { now } from '../runtime/clock.ts'
import { clearTimer } from '../timers/set.ts'
import { emailRefundRequired } from './email-merchant.ts'
import { enterDeposit } from './enter-deposit.ts'
import { getPayment } from './find.ts'
import { lockActive } from './lock-active.ts'
import type { LockedPayment } from './locked-payment.ts'
import { stopAtProvider } from './providers/stop.ts'
import { type FailureCode, isSettled } from './rules/status.ts'
import { missingOf, receivedOf } from './rules/sums.ts'

/** Money may still come under a reference: it is given to nobody else so long, in real time. */
const REFERENCE_RESTS = 60 * DAY

/** All the money of a locked payment has arrived, as its method says; saying it twice is saying it once. */
export async function succeedPayment(tx: Tx, scope: Scope, locked: LockedPayment): Promise<void> {
  const { payment } = locked
  if (isSettled(payment.status)) return
  await enterDeposit(tx, payment, { amount: missingOf(payment), enteredBy: payment.method })
  await settlePayment(tx, scope, locked)
}

/**
 * Decides about the money of a locked payment that is not settled. The one way to a completion, from
 * wherever it is called: the first payment completes what it pays for, a further one, or one that comes too
 * late, is kept as `refund_required` and the merchant is told. With `acceptLate` it completes what has expired.
 */
export async function settlePayment(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  { acceptLate = false } = {},
): Promise<void> {
  const { payment, payable } = locked
  if (await takePlace(tx, scope, locked, acceptLate)) {
    await end(tx, payment, { ...NO_FAILURE, status: 'paid', paidAt: tx.now })
    return payable.complete(tx, scope, payment)
  }
  await requireRefund(tx, scope, locked)
}

/**
 * The money of a locked payment can complete nothing: it is to be given back, and what it was being made for is over.
 * `message`: why, where the order's own state does not say it.
 */
export async function requireRefund(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  message: string | null = null,
): Promise<void> {
  const wasActive = payable.row.activePaymentId === payment.id
  await end(tx, payment, { ...NO_FAILURE, failureMessage: message, status: 'refund_required' })
  if (wasActive) await payable.turnAway(tx, scope)
  await tellRefundRequired(tx, scope, payment.id)
}

/** All the money of a locked payment went back before it was known of here: what it was to pay may be paid by another. */
export async function endGivenBack(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  message: string,
): Promise<void> {
  await end(tx, payment, { ...NO_FAILURE, failureMessage: message, endedAt: tx.now, status: 'refunded' })
  if (payable.row.activePaymentId === payment.id) await payable.release(tx, scope, payment)
}

const NO_FAILURE = { failureCode: null, failureMessage: null, endedAt: null } as const

/**
 * Makes a locked payment whose money has come the one that completes what it pays for; another attempt that
 * was being made is canceled. False where it can complete nothing.
 */
export async function takePlace(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  acceptLate: boolean,
): Promise<boolean> {
  const other = payable.row.activePaymentId === payment.id ? null : await lockActive(tx, payable)
  if (!(await payable.takeMoney(tx, scope, payment, acceptLate))) return false
  if (other) await failPayment(tx, scope, { payment: other, payable }, CANCELED.replaced)
  return true
}

/** How a payment ends without money, or without all of it. */
export interface Ending {
  status: 'failed' | 'canceled'
  failureCode: FailureCode
  failureMessage?: string | null
  verifiedBy?: string
}

export const CANCELED = {
  lapsed: { status: 'canceled', failureCode: 'lapsed' },
  replaced: { status: 'canceled', failureCode: 'replaced' },
} as const satisfies Record<string, Ending>

/**
 * A locked payment has ended without money; what it was to pay may be paid by another. What had come of the
 * money is to be given back. Nobody is told where another attempt has just taken its place.
 */
export async function failPayment(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  ending: Ending,
): Promise<void> {
  const hasMoney = receivedOf(payment) > 0
  await end(tx, payment, { ...ending, endedAt: tx.now, ...(hasMoney && { status: 'refund_required' }) })
  if (payable.row.activePaymentId === payment.id) await payable.release(tx, scope, payment)
  if (hasMoney) return tellRefundRequired(tx, scope, payment.id)
  if (ending.failureCode === 'replaced') return
  const failed = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.failed', 'payment', failed)
}

type Changes = Partial<
  Pick<Payment, 'status' | 'failureCode' | 'failureMessage' | 'endedAt' | 'paidAt' | 'verifiedBy'>
>

async function end(tx: Tx, payment: Payment, changes: Changes): Promise<void> {
  const referenceUntil = payment.openReference === null ? null : later(now(), REFERENCE_RESTS)
  const { amountReceived, receivedCurrency, verifiedBy } = payment
  await save(tx, payment, { verifiedBy, ...changes, referenceUntil, amountReceived, receivedCurrency })
  await clearTimer(tx, 'payment.follow_up', payment.id)
  if (!isSettled(payment.status)) await stopAtProvider(tx, payment)
}

/** The money of a locked payment can pay for nothing: whoever was paid gives it back. */
async function tellRefundRequired(tx: Tx, scope: Scope, paymentId: number): Promise<void> {
  const payment = await getPayment(tx.sql, scope, paymentId, tx.now)
  await recordEvent(tx, scope, 'payment.refund_required', 'payment', payment)
  await emailRefundRequired(tx, scope, payment)
}
