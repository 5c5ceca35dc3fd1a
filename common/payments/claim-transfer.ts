import { lockCheckout } from '../checkouts/lock-checkout.ts'
import { findCheckout } from '../checkouts/find-checkout.ts'
import { writeEmail } from '../emails/write-email.ts'
import { recordEvent } from '../events/record-event.ts'
import { DAY, later } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set-timer.ts'
import type { Tx } from '../../db/transaction.ts'
import { findPayment } from './find-payment.ts'
import { lockPayment } from './lock-payment.ts'
import { methodNamed } from './methods/all.ts'

/** How long the merchant has to look at the account. */
const WINDOW = 3 * DAY

/**
 * The customer says that the transfer is made: the checkout waits, locked, for the merchant, who is
 * told. Answers whether there was a transfer to report; saying it twice is saying it once.
 */
export async function claimTransfer(tx: Tx, scope: Scope, checkoutId: number): Promise<boolean> {
  const { activePaymentId } = await lockCheckout(tx, scope.project.id, checkoutId)
  if (activePaymentId === null) return false
  const { payment, checkout } = await lockPayment(tx, scope.project.id, activePaymentId)
  if (payment.method !== 'bank_transfer' || payment.status !== 'started') return false
  if (payment.expiresAt !== null && payment.expiresAt <= tx.now) return false

  await payment.update(
    { status: 'pending', claimedAt: tx.now, expiresAt: later(tx.now, WINDOW), updatedAt: tx.now },
    { transaction: tx.transaction },
  )
  await checkout.update({ status: 'pending', updatedAt: tx.now }, { transaction: tx.transaction })
  await clearTimer(tx, 'checkout.expire', checkoutId)
  const due = methodNamed(payment.method).next(payment, tx.now)
  if (due) await setTimer(tx, 'payment.settle', payment, due.at)
  await tellMerchant(tx, scope, payment.id, checkoutId)
  return true
}

async function tellMerchant(tx: Tx, scope: Scope, paymentId: number, checkoutId: number): Promise<void> {
  const payment = await findPayment(tx.sql, scope, paymentId, tx.now)
  const checkout = await findCheckout(tx.sql, scope, checkoutId, tx.now)
  if (!payment || !checkout) throw new Error(`payment ${paymentId} vanished while it was locked`)
  await recordEvent(tx, scope, 'payment.awaiting_verification', 'payment', payment)
  if (scope.project.email === null) return
  await writeEmail(tx, scope, {
    kind: 'transfer_reported',
    cause: `payment-${paymentId}`,
    recipient: scope.project.email,
    locale: scope.project.locale,
    words: { payment, checkout },
  })
}
