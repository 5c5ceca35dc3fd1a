import { writeEmail } from '../emails/write-email.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { decided, lockPending } from './confirm-transfer.ts'
import { failPayment } from './finish-payment.ts'
import type { Held } from './lock-payment.ts'
import type { PaymentObject } from './object.ts'
import { paidWords } from './payables/words.ts'

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
  const held = await lockPending(tx, scope, paymentId)
  await failPayment(tx, scope, held, { status: 'failed', failureMessage: reason, verifiedBy })
  const rejected = await decided(tx, scope, paymentId)
  await tellCustomer(tx, scope, rejected, held.payable.row)
  return rejected
}

async function tellCustomer(
  tx: Tx,
  scope: Scope,
  payment: PaymentObject,
  { customerId, pageLocale }: Held['payable']['row'],
): Promise<void> {
  const paid = await paidWords(tx, scope, payment.payable)
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
