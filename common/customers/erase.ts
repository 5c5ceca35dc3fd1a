import { erasedColumns } from '../../db/define-table.ts'
import { update } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import { customersTable } from './customers-table.ts'

/** Erases a locked customer permanently. The row stays; the merchant's reference becomes free. */
export async function eraseCustomerRow(tx: Tx, id: number): Promise<void> {
  await update(tx.sql, 'customers', id, {
    ...erasedColumns(customersTable),
    deleted_at: tx.now,
    updated_at: tx.now,
  })
}
