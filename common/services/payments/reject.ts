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
 * As `rejectPayment`, for somebody who was shown what is missing and decides by that: null where it is another sum
 * by now, and nothing is done.
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
 * The money did not come: what it was for can be paid again, a checkout with the time it had left when
 * the transfer was reported, or it is expired if none was. The customer is told, with the reason if
 * there is one. What had come of the money is to be given back.
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
  // One that was rejected before is rejected again only after some of its money has come.
  const came = rejected.amount_received
  const cause = came > 0 ? `payment-${paymentId}-rejected-${came}` : `payment-${paymentId}`
  await emailCustomer(tx, scope, 'transfer_rejected', rejected, locked.payable.row, cause)
  return rejected
}
