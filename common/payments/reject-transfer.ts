import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { emailCustomer } from './email-customer.ts'
import { getPayment } from './find.ts'
import { failPayment } from './finish.ts'
import { lockPendingPayment } from './lock.ts'
import type { PaymentObject } from './object.ts'

/**
 * The money did not come: what it was for can be paid again, a checkout with the time it had left when
 * the transfer was reported, or it is expired if none was. The customer is told, with the reason if
 * there is one. What had come of the money is to be given back.
 */
export async function rejectTransfer(
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
