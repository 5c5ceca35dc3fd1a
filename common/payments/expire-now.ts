import { lockCheckout } from '../checkouts/lock-checkout.ts'
import { statusAt } from '../checkouts/rules/status.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { closeCheckout } from './expire-outdated.ts'
import { payableCheckout } from './payables/checkout.ts'

/**
 * The merchant ends an open checkout before its time; a payment that has not ended is given up with
 * it. 409 `checkout_not_open` otherwise: a reported transfer is decided, not expired.
 */
export async function expireNow(tx: Tx, scope: Scope, checkoutId: number): Promise<void> {
  const checkout = await lockCheckout(tx, scope.project.id, checkoutId)
  const status = statusAt(checkout.status, checkout.expiresAt, checkout.activePaymentId !== null, tx.now)
  if (status !== 'open') throw new Refusal({ code: 'checkout_not_open', words: { status } })
  await closeCheckout(tx, scope, payableCheckout(checkout))
}
