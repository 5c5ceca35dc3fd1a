import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { statusAt } from '../checkouts/rules/status.ts'
import { Refusal } from '../kit/refusal.ts'
import { closeCheckout } from '../payments/close-checkout.ts'
import type { Scope } from '../projects/project.ts'

/**
 * The merchant ends an open checkout before its time; a payment that has not ended is given up with
 * it. 409 `checkout_not_open` otherwise: a reported transfer is decided, not expired.
 */
export async function expireCheckoutNow(tx: Tx, scope: Scope, checkoutId: number): Promise<void> {
  const checkout = await lockCheckout(tx, scope, checkoutId)
  const status = statusAt(checkout, tx.now)
  if (status !== 'open') throw new Refusal({ code: 'checkout_not_open', params: { status } })
  // First: whatever becomes of its payment, nobody sells it again.
  await save(tx, checkout, { closedBy: 'merchant' })
  await closeCheckout(tx, scope, checkout)
}
