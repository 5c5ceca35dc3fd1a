import { deleteCustomer } from '../customers/delete-customer.ts'
import { existing, holdCustomer } from '../customers/find-customer.ts'
import { expireCheckout } from '../checkouts/expire-checkout.ts'
import { lockCheckout } from '../checkouts/lock-checkout.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { giveUpActive } from './give-up.ts'
import { payableCheckout } from './payables/checkout.ts'

/**
 * Deletes a customer whose open checkouts nobody can pay any more: a subscription must not begin for
 * somebody who has been forgotten. A reported transfer still waits for the merchant.
 */
export async function closeCustomer(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ id: number; deleted_at: string }> {
  existing(await holdCustomer(tx, scope, { id }))
  const open = await tx.sql.rows<{ id: number }>(
    "SELECT id FROM checkouts WHERE customer_id = ? AND status = 'open' ORDER BY id",
    [id],
  )
  for (const row of open) {
    const checkout = await lockCheckout(tx, scope.project.id, row.id)
    await giveUpActive(tx, scope, payableCheckout(checkout))
    if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
  }
  return deleteCustomer(tx, scope, id)
}
