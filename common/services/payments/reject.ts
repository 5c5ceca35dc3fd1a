import type { Tx } from '../../../db/transaction.ts'
import type { PaymentObject } from '../../domain/payments/object.ts'
import { missingOf } from '../../domain/payments/sums.ts'
import type { Amount } from '../../kit/money.ts'
import type { Scope } from '../projects/project.ts'
import { emailCustomer } from './email-customer.ts'
import { getPayment } from './find.ts'
import { failPayment } from './finish.ts'
import { lockPendingPayment } from './lock.ts'

/**
 * Rejects like `rejectPayment`, for a user who was shown the missing amount. Returns null and does nothing if
 * that amount has changed.
 */
export async function rejectPaymentAsShown(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  { missing, reason, verifiedBy }: { missing: Amount; reason: string | null; verifiedBy: string },
): Promise<PaymentObject | null> {
  const { payment } = await lockPendingPayment(tx, scope, paymentId)
  if (missingOf(payment) !== missing) return null
  return rejectPayment(tx, scope, paymentId, reason, verifiedBy)
}

/**
 * Records that the money of a pending payment did not arrive. The order can be paid again: a checkout gets
 * the time that it had left when the payment was reported, and expires if no time was left. The customer gets
 * an email with the reason. Money that had arrived in part must be refunded.
 */
export async function rejectPayment(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  reason: string | null,
  verifiedBy: string,
): Promise<PaymentObject> {
  const locked = await lockPendingPayment(tx, scope, paymentId)
  await failPayment(tx, scope, locked, {
    ...{ status: 'failed', failureCode: 'rejected' },
    ...{ failureMessage: reason, verifiedBy },
  })
  const rejected = await getPayment(tx.sql, scope, paymentId, tx.now)
  // A second rejection is possible only after part of the money has arrived.
  const received = rejected.amount_received
  const cause = received > 0 ? `payment-${paymentId}-rejected-${received}` : `payment-${paymentId}`
  await emailCustomer(tx, scope, 'transfer_rejected', rejected, locked.payable.row, cause)
  return rejected
}
