import { findCheckout } from '../checkouts/find-checkout.ts'
import { writeEmail } from '../emails/write-email.ts'
import { later } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { setTimer } from '../timers/set-timer.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import { decided, lockPending } from './confirm-transfer.ts'
import { failPayment } from './finish-payment.ts'
import type { PaymentObject } from './object.ts'

/**
 * The money did not come: the checkout is open again with the time it had left when the transfer was
 * reported, or expired if none was. The customer is told, with the reason if there is one.
 */
export async function rejectTransfer(
  tx: Tx,
  scope: Scope,
  paymentId: number,
  reason: string | null,
  verifiedBy: string,
): Promise<PaymentObject> {
  const { payment, checkout } = await lockPending(tx, scope, paymentId)
  await reopen(tx, payment, checkout)
  await failPayment(tx, scope, payment, checkout, { status: 'failed', failureMessage: reason, verifiedBy })
  const rejected = await decided(tx, scope, paymentId)
  await tellCustomer(tx, scope, rejected, checkout)
  return rejected
}

/** Gives back the time that the waiting took: what was left at the claim is left again. */
async function reopen(tx: Tx, payment: Payment, checkout: Checkout): Promise<void> {
  const claimedAt = payment.claimedAt ?? tx.now
  const left = checkout.expiresAt.getTime() - claimedAt.getTime()
  const expiresAt = left > 0 ? later(tx.now, left) : checkout.expiresAt
  await checkout.update({ status: 'open', expiresAt, updatedAt: tx.now }, { transaction: tx.transaction })
  if (left > 0) await setTimer(tx, 'checkout.expire', checkout, expiresAt)
}

async function tellCustomer(
  tx: Tx,
  scope: Scope,
  payment: PaymentObject,
  { id, pageLocale }: Checkout,
): Promise<void> {
  const checkout = await findCheckout(tx.sql, scope, id, tx.now)
  if (!checkout?.email_collection || checkout.customer_email === null) return
  await writeEmail(tx, scope, {
    kind: 'transfer_rejected',
    cause: `payment-${payment.id}`,
    recipient: checkout.customer_email,
    locale: pageLocale ?? scope.project.locale,
    customerId: checkout.customer_id,
    words: { payment, checkout },
  })
}
