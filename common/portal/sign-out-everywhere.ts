import type { Tx } from '../../db/transaction.ts'
import { endSession } from './end-session.ts'
import type { PortalSession } from './find-session.ts'

/** Signs a customer out in every browser and revokes the links in all their emails. */
export async function signOutEverywhere(tx: Tx, { id, customerId }: PortalSession): Promise<void> {
  await tx.sql.write(
    'UPDATE customers SET link_version = link_version + 1 WHERE id = ? AND deleted_at IS NULL',
    [customerId],
  )
  await endSession(tx, id)
}
