import { Refusal } from '../kit/refusal.ts'
import { iso } from '../kit/time.ts'
import type { Scope } from '../projects/project.ts'
import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { existing, holdCustomer } from './find-customer.ts'
import { forgetTraces } from './forget-traces.ts'

/**
 * Forgets who a customer is, for good. The row and the money records stay, without a name on them;
 * the merchant's reference is free again.
 */
export async function deleteCustomer(
  tx: Tx,
  scope: Scope,
  id: number,
): Promise<{ id: number; deleted_at: string }> {
  existing(await holdCustomer(tx, scope, { id }))
  const held = await tx.sql.row('SELECT subscription_id FROM holds WHERE customer_id = ? LIMIT 1', [id])
  if (held) throw new Refusal({ code: 'customer_has_subscription' })
  await eraseCustomer(tx, id)
  return { id, deleted_at: iso(tx.now) }
}

/** Erases what is known of a locked customer, and where they have left it. */
export async function eraseCustomer(tx: Tx, id: number): Promise<void> {
  await forgetTraces(tx, id)
  await updateRow(tx.sql, 'customers', id, {
    name: null,
    email: null,
    email_key: null,
    phone: null,
    delivery_address: null,
    client_reference_id: null,
    locale: null,
    metadata: null,
    deleted_at: tx.now,
    updated_at: tx.now,
  })
}
