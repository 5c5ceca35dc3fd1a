import { completeCheckout } from '../checkouts/complete-checkout.ts'
import { expireCheckout } from '../checkouts/expire-checkout.ts'
import { releaseCodes } from '../promotions/redeem.ts'
import type { Scope } from '../projects/project.ts'
import { clearTimer } from '../timers/set-timer.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import type { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'

/**
 * The money of a locked payment has arrived. The one way to a completion, however often and from
 * wherever it is called: the first payment completes its checkout, a further one, or one that comes
 * too late, is kept as `refund_required`.
 */
export async function succeedPayment(
  tx: Tx,
  scope: Scope,
  payment: Payment,
  checkout: Checkout,
): Promise<void> {
  const payable = checkout.status === 'open' || checkout.status === 'pending'
  await end(tx, payment, { status: payable ? 'paid' : 'refund_required' })
  if (payable) await completeCheckout(tx, scope, checkout, payment.method)
}

/**
 * A locked payment has ended without money. Its checkout is open again, unless its time has run out
 * while the payment was being made.
 */
export async function failPayment(
  tx: Tx,
  scope: Scope,
  payment: Payment,
  checkout: Checkout,
  ended: { status: 'failed' | 'canceled'; failureMessage?: string | null; verifiedBy?: string },
): Promise<void> {
  await end(tx, payment, ended)
  if (checkout.activePaymentId !== payment.id) return
  await checkout.update({ activePaymentId: null, updatedAt: tx.now }, { transaction: tx.transaction })
  await releaseCodes(tx, checkout.id)
  if (checkout.status === 'open' && checkout.expiresAt <= tx.now) await expireCheckout(tx, scope, checkout)
}

async function end(
  tx: Tx,
  payment: Payment,
  ended: Partial<Pick<Payment, 'status' | 'failureMessage' | 'verifiedBy'>>,
) {
  await payment.update({ ...ended, openReference: null, updatedAt: tx.now }, { transaction: tx.transaction })
  await clearTimer(tx, 'payment.settle', payment.id)
}
