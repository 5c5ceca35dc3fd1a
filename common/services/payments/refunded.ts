import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { leftOf } from '../../domain/payments/sums.ts'
import type { Amount } from '../../kit/money.ts'
import { recordEvent } from '../events/record.ts'
import type { Scope } from '../projects/project.ts'
import { findRefundsOf, isAnyPending } from '../refunds/find.ts'
import { emailCustomer } from './email-customer.ts'
import { emailRefundFailed } from './email-merchant.ts'
import { getPayment } from './find.ts'
import type { LockedPayment } from './locked-payment.ts'

/** Money of a locked payment has been given back: its customer and its merchant are told. */
export async function tellRefunded(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  refundId: number,
): Promise<void> {
  const isAll = leftOf(payment) === 0 && !(await isAnyPending(tx.sql, payment.id))
  if (isAll) await save(tx, payment, { status: 'refunded' })
  const found = await getPayment(tx.sql, scope, payment.id, tx.now)
  await recordEvent(tx, scope, 'payment.refunded', 'payment', found)
  const cause = `payment-${payment.id}-refund-${refundId}`
  const isThis = ({ id }: { id: number }) => id === refundId
  const refunds = [...found.refunds.filter((one) => !isThis(one)), ...found.refunds.filter(isThis)]
  await emailCustomer(tx, scope, 'payment_refunded', { ...found, refunds }, payable.row, cause)
  await payable.followRefunds(tx, scope, payment)
}

/** A refund that has failed: after it `hadSucceeded`, or before. */
interface FailedRefund {
  refundId: number
  amount: Amount
  hadSucceeded: boolean
}

/**
 * Counts the money of a refund of a locked payment as received again, since the refund has failed, and tells the merchant: by an
 * event, and by email where it had succeeded, since the customer was told that it had.
 */
export async function tellRefundFailed(
  tx: Tx,
  scope: Scope,
  { payment, payable }: LockedPayment,
  { refundId, amount, hadSucceeded }: FailedRefund,
): Promise<void> {
  const before = payment.paidAt === null ? 'refund_required' : 'paid'
  await save(tx, payment, {
    amountRefunded: payment.amountRefunded - amount,
    ...(payment.status === 'refunded' && { status: before }),
  })
  // A payment of which nothing was given back does not list its refunds: the receiver reads here why this one failed.
  const refunds = (await findRefundsOf(tx.sql, [payment.id])).get(payment.id) ?? []
  const found = { ...(await getPayment(tx.sql, scope, payment.id, tx.now)), refunds }
  await recordEvent(tx, scope, 'payment.refund_failed', 'payment', found)
  if (hadSucceeded) await emailRefundFailed(tx, scope, found, refundId)
  await payable.followRefunds(tx, scope, payment)
}
