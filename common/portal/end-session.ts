import type { Tx } from '../../db/transaction.ts'

/** Signs a browser out: its secret stops working, also for anyone who copied it. */
export async function endSession(tx: Tx, id: number): Promise<void> {
  await tx.sql.write('UPDATE portal_sessions SET ended_at = ? WHERE id = ? AND ended_at IS NULL', [
    tx.now,
    id,
  ])
}
