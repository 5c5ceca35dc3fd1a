import type { Tx } from '../../db/transaction.ts'
import { expireCheckout } from '../checkouts/expire.ts'
import { lockCheckout } from '../checkouts/lock.ts'
import { deleteCustomer } from '../customers/erase.ts'
import { lockCustomerRow } from '../customers/lock.ts'
import type { DeletedObject } from '../kit/deleted.ts'
import { giveUpActive } from '../payments/give-up.ts'
import { payableCheckout } from '../payments/payables/checkout.ts'
import type { Scope } from '../projects/project.ts'

/**
 * Deletes a customer whose open checkouts nobody can pay any more: a subscription must not begin for
 * somebody who has been forgotten. A reported transfer still waits for the merchant.
 */
export async function closeAndDeleteCustomer(tx: Tx, scope: Scope, id: number): Promise<DeletedObject> {
  await lockCustomerRow(tx, scope, id)
  const open = await tx.sql.rows<{ id: number }>(
    "SELECT id FROM checkouts WHERE customer_id = ? AND status = 'open' ORDER BY id",
    [id],
  )
  for (const row of open) {
    const checkout = await lockCheckout(tx, scope, row.id)
    await giveUpActive(tx, scope, payableCheckout(checkout))
    if (checkout.status === 'open') await expireCheckout(tx, scope, checkout)
  }
  return deleteCustomer(tx, scope, id)
}
