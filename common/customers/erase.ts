import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { DeletedObject } from '../kit/deleted.ts'
import { Refusal } from '../kit/refusal.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { eraseTraces } from './erase-traces.ts'
import { erasedColumns } from './erased-columns.ts'
import { lockCustomerRow } from './lock.ts'

/**
 * Forgets who a customer is, for good. The row and the money records stay, without a name on them;
 * the merchant's reference is free again.
 */
export async function deleteCustomer(tx: Tx, scope: Scope, id: number): Promise<DeletedObject> {
  await lockCustomerRow(tx, scope, id)
  const held = await tx.sql.row('SELECT subscription_id FROM holds WHERE customer_id = ? LIMIT 1', [id])
  if (held) throw new Refusal({ code: 'customer_has_subscription' })
  await eraseCustomer(tx, id)
  return { id, deleted_at: iso(tx.now) }
}

/** Erases what is known of a locked customer, and where they have left it. */
export async function eraseCustomer(tx: Tx, id: number): Promise<void> {
  await eraseTraces(tx, id)
  await updateRow(tx.sql, 'customers', id, {
    ...erasedColumns('customers'),
    deleted_at: tx.now,
    updated_at: tx.now,
  })
}
