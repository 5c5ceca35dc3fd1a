import type { ModelTx } from '../../../db/transaction.ts'
import { Customer } from '../customers/customers-table.ts'
import type { CustomerSession } from './find-session.ts'
import { PortalSession } from './portal-sessions-table.ts'

/** Signs a browser out: its secret stops working, also for anyone who copied it. */
export async function endSession(
  { now, transaction }: ModelTx,
  { projectId, id }: CustomerSession,
): Promise<void> {
  await PortalSession.update({ endedAt: now }, { where: { projectId, id, endedAt: null }, transaction })
}

/** Signs a customer out in every browser and revokes the links in all their emails. */
export async function signOutEverywhere(tx: ModelTx, session: CustomerSession): Promise<void> {
  const { projectId, isTest, customerId } = session
  const where = { projectId, id: customerId, deletedAt: null }
  await Customer.increment('linkVersion', { where, transaction: tx.transaction })
  tx.sql.noteChange('customers', customerId, 'updated', { projectId, isTest })
  await endSession(tx, session)
}
