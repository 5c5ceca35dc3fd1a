import type { Tx } from '../../../db/transaction.ts'
import type { Checkout } from '../checkouts/checkouts-table.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import type { Scope } from '../projects/project.ts'
import { giveUpActive } from './give-up.ts'
import { payableCheckout } from './payables/checkout.ts'

/** Expires a locked, open checkout early and cancels its open payment. */
export async function closeCheckout(tx: Tx, scope: Scope, checkout: Checkout): Promise<void> {
  await giveUpActive(tx, scope, payableCheckout(checkout), 'lapsed')
  if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
}
