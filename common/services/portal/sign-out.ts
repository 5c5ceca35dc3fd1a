import type { Tx } from '../../../db/transaction.ts'
import type { PortalSession } from './find-session.ts'

/** Signs a browser out: its secret stops working, also for anyone who copied it. */
export async function endSession(tx: Tx, id: number): Promise<void> {
  await tx.sql.write('UPDATE portal_sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL', [
    tx.now,
    id,
  ])
}

/** Signs a customer out in every browser and revokes the links in all their emails. */
export async function signOutEverywhere(tx: Tx, { id, customerId }: PortalSession): Promise<void> {
  await tx.sql.write(
    'UPDATE customers SET link_version = link_version + 1 WHERE id = ? AND deleted_at IS NULL',
    [customerId],
  )
  tx.sql.noteChange('customers', customerId, 'updated')
  await endSession(tx, id)
}
