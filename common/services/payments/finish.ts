import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { type FailureCode, isSettled } from '../../domain/payments/status.ts'
import { missingOf, receivedOf } from '../../domain/payments/sums.ts'
import { DAY, later } from '../../kit/time.ts'
import { now } from '../../runtime/clock.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { clearTimer } from '../timers/set.ts'
import { emailCustomer } from './email-customer.ts'
import { emailRefundRequired, refundCause } from './email-merchant.ts'
import { enterDeposit } from './enter-deposit.ts'
import { getPayment } from './find.ts'
import { lockActive, type LockedPayment } from './locked-payment.ts'
import type { Payment } from './payments-table.ts'
import { stopAtProvider } from './providers/stop.ts'

/** A reference is not reused for this long, in real time, since money may still arrive with it. */
const REFERENCE_RESERVED_FOR = 60 * DAY

/** Records that all money of a locked payment has arrived. Does nothing if it is already settled. */
export async function succeedPayment(tx: Tx, scope: Scope, locked: LockedPayment): Promise<void> {
  const { payment } = locked
  if (isSettled(payment.status)) return
  await enterDeposit(tx, payment, { amount: missingOf(payment), enteredBy: payment.method })
  await settlePayment(tx, scope, locked)
}

/**
 * Settles a locked payment with its received money. Every completion uses this function. The first payment
 * completes the order. A further or late one becomes `refund_required`, and the merchant is notified. With
 * `acceptLate` it also completes an expired order.
 */
export async function settlePayment(
  tx: Tx,
  scope: Scope,
  locked: LockedPayment,
  { acceptLate = false } = {},
): Promise<void> {
  const { payment, payable } = locked
  if (await makeActive(tx, scope, locked, acceptLate)) {
    // The order may have changed since the payment started: money beyond its current total is a surplus.
    const amount = payable.amount()
    await end(tx, payment, { ...NO_FAILURE, status: 'paid', amount, paidAt: tx.now })
    return payable.complete(tx, scope, payment)
  }
  await requireRefund(tx, scope, locked, payment.failureMessage)
}

/**
 * Marks a locked payment `refund_required`, since its money cannot complete an order, and ends its order.
 * `message` is the reason, if the order's state does not show it.
 */
export async function requireRefund(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  message: string | null = null,
): Promise<void> {
  const wasActive = payable.row.activePaymentId === payment.id
  await end(tx, payment, { ...NO_FAILURE, failureMessage: message, status: 'refund_required' })
  if (wasActive) await payable.close(tx, scope)
  await recordRefundRequired(tx, scope, payment.id, payable.row)
}

/**
 * Marks a locked payment `refund_required` because its money has another sum or currency. The order stays open
 * for another payment.
 */
export async function refuseSum(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  message: string,
): Promise<void> {
  await end(tx, payment, { ...NO_FAILURE, failureMessage: message, status: 'refund_required' })
  if (payable.row.activePaymentId === payment.id) await payable.release(tx, scope, payment)
  await recordRefundRequired(tx, scope, payment.id)
}

/**
 * Ends a locked payment whose money was refunded before it was recorded here. Its order can be paid by
 * another payment.
 */
export async function endRefunded(
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
 * Makes a locked payment with received money the order's payment and cancels another open attempt. Returns false
 * if it cannot complete the order.
 */
export async function makeActive(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  acceptLate: boolean,
): Promise<boolean> {
  payment.failureMessage = null // from a failure before the money arrived
  const other = payable.row.activePaymentId === payment.id ? null : await lockActive(tx, payable)
  if (!(await payable.acceptMoney(tx, scope, payment, acceptLate))) return false
  if (other) await failPayment(tx, scope, { payment: other, payable }, CANCELED.replaced)
  return true
}

/** End of a payment without the full amount. */
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
 * Ends a locked payment without the full amount; another payment may pay for the order. Money received so far
 * requires a refund. Writes no event if another attempt has just replaced it.
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
  if (hasMoney) return recordRefundRequired(tx, scope, payment.id)
  if (ending.failureCode === 'replaced') return
  const failed = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.failed', failed)
}

type Changes = Partial<
  Pick<Payment, 'status' | 'amount' | 'failureCode' | 'failureMessage' | 'endedAt' | 'paidAt' | 'verifiedBy'>
>

async function end(tx: Tx, payment: Payment, changes: Changes): Promise<void> {
  const realTime = tx.testClockId === null ? tx.now : now()
  const referenceUntil = payment.openReference === null ? null : later(realTime, REFERENCE_RESERVED_FOR)
  const { amountReceived, receivedCurrency, verifiedBy } = payment
  await save(tx, payment, { verifiedBy, ...changes, referenceUntil, amountReceived, receivedCurrency })
  await clearTimer(tx, 'payment.follow_up', payment)
  if (!isSettled(payment.status)) await stopAtProvider(tx, payment)
}

/**
 * Records the event, and emails the merchant, that a locked payment's money must be refunded. `unpaid` is the order that the
 * money came for: then the customer is emailed too.
 */
async function recordRefundRequired(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  unpaid: LockedPayment['payable']['row'] | null = null,
): Promise<void> {
  const payment = await getPayment(tx.sql, scope, paymentId, tx.now)
  await recordEvent(tx, scope, 'payment.refund_required', payment)
  if (unpaid) await emailCustomer(tx, scope, 'refund_due', payment, unpaid, refundCause(payment))
  await emailRefundRequired(tx, scope, payment)
}
