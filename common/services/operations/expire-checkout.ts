import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { statusAt } from '../../domain/checkouts/status.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Checkout } from '../checkouts/checkouts-table.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { payableCheckout } from '../payments/payables/checkout.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Expires an open checkout for the merchant and cancels a payment in progress. Otherwise throws 409
 * `checkout_not_open`: a pending payment is decided, not expired.
 */
export async function expireCheckoutNow(tx: Tx, scope: Scope, checkoutId: number): Promise<void> {
  const checkout = await lockCheckout(tx, scope, checkoutId)
  const status = statusAt(checkout, tx.now)
  if (status !== 'open') throw new Refusal({ code: 'checkout_not_open', params: { status } })
  // First, because the checkout must not be completed, whatever happens to its payment.
  await save(tx, checkout, { closedBy: 'merchant' })
  await closeCheckout(tx, scope, checkout)
}

/** Expires a locked, open checkout early and cancels its open payment. */
export async function closeCheckout(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  await giveUpActive(tx, scope, payableCheckout(checkout), 'lapsed')
  if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
}
