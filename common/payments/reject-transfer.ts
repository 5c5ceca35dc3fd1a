import type { Tx } from '../../db/transaction.ts'
import { writeEmail } from '../emails/write.ts'
import type { Scope } from '../projects/project.ts'
import { getPayment } from './find.ts'
import { failPayment } from './finish.ts'
import { lockPendingPayment } from './lock.ts'
import type { LockedPayment } from './locked-payment.ts'
import type { PaymentObject } from './object.ts'
import { paidPayload } from './payables/payload.ts'

/**
 * The money did not come: what it was for can be paid again, a checkout with the time it had left when
 * the transfer was reported, or it is expired if none was. The customer is told, with the reason if
 * there is one.
 */
export async function rejectTransfer(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  reason: string | null,
  verifiedBy: string,
): Promise<PaymentObject> {
  const locked = await lockPendingPayment(tx, scope, paymentId)
  await failPayment(tx, scope, locked, { status: 'failed', failureMessage: reason, verifiedBy })
  const rejected = await getPayment(tx.sql, scope, paymentId, tx.now)
  await emailCustomer(tx, scope, rejected, locked.payable.row)
  return rejected
}

async function emailCustomer(
  tx: Tx,
  scope: Scope,
  payment: PaymentObject,
  { customerId, pageLocale }: LockedPayment['payable']['row'],
): Promise<void> {
  const paid = await paidPayload(tx, scope, payment.payable)
  if (payment.customer_email === null || ('checkout' in paid && !paid.checkout.email_collection)) return
  await writeEmail(tx, scope, {
    kind: 'transfer_rejected',
    cause: `payment-${payment.id}`,
    recipient: payment.customer_email,
    locale: pageLocale ?? scope.project.locale,
    customerId,
    words: { ...paid, payment },
  })
}
