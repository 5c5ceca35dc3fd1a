import { updateRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { erasedColumns } from './erased-columns.ts'

/** Forgets who a locked customer is, for good. The row stays; the merchant's reference is free again. */
export async function eraseCustomerRow(tx: Tx, id: number): Promise<void> {
  await updateRow(tx.sql, 'customers', id, {
    ...erasedColumns('customers'),
    deleted_at: tx.now,
    updated_at: tx.now,
  })
}
