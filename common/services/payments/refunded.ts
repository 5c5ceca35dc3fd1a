import { save } from '../../../db/save.ts'
import type { ModelTx } from '../../../db/transaction.ts'
import { leftOf } from '../../domain/payments/sums.ts'
import type { Amount } from '../../kit/money.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { findRefundsOf, isAnyPending } from '../refunds/find.ts'
import { emailCustomer } from './email-customer.ts'
import { emailRefundFailed } from './email-merchant.ts'
import { getPayment } from './find.ts'
import type { LockedPayment } from './locked-payment.ts'

/**
 * Records a succeeded refund of a locked payment: its status, the event, the customer's email, and the
 * shorter paid time.
 */
export async function recordRefunded(
  tx: ModelTx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  refundId: number,
): Promise<void> {
  const isAll = leftOf(payment) === 0 && !(await isAnyPending(tx, payment))
  if (isAll) await save(tx, payment, { status: 'refunded' })
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.refunded', found)
  const cause = `payment-${payment.id}-refund-${refundId}`
  const isThis = ({ id }: { id: number }) => id === refundId
  // The email is about the last refund in the list.
  const refunds = [...found.refunds.filter((one) => !isThis(one)), ...found.refunds.filter(isThis)]
  await emailCustomer(tx, scope, 'payment_refunded', { ...found, refunds }, payable.row, cause)
  await payable.followRefunds(tx, scope, payment)
}

/** A failed refund; `hadSucceeded`: it had been reported as succeeded before. */
interface FailedRefund {
  refundId: number
  amount: Amount
  hadSucceeded: boolean
}

/**
 * Records a failed refund of a locked payment: its money counts as received again. The merchant gets an event, and an
 * email if the refund had succeeded, since the customer was informed of the refund.
 */
export async function recordRefundFailed(
  tx: ModelTx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  { refundId, amount, hadSucceeded }: FailedRefund,
): Promise<void> {
  const before = payment.paidAt === null ? 'refund_required' : 'paid'
  await save(tx, payment, {
    amountRefunded: payment.amountRefunded - amount,
    ...(payment.status === 'refunded' && { status: before }),
  })
  // A payment without refunded money does not list its refunds, but the receiver needs to know why this one failed.
  const refunds = (await findRefundsOf(tx.sql, [payment.id])).get(payment.id) ?? []
  const found = { ...(await getPayment(tx.sql, scope, payment.id, tx.now)), refunds }
  await recordEvent(tx, scope, 'payment.refund_failed', found)
  if (hadSucceeded) await emailRefundFailed(tx, scope, found, refundId)
  await payable.followRefunds(tx, scope, payment)
}
