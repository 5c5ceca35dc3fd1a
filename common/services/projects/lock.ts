import type { Tx } from '../../../db/transaction.ts'

/** Locks a project's row until the transaction ends. Lock order: the project comes before any customer. */
export async function lockProject(tx: Tx, id: number): Promise<void> {
  await tx.sql.row('SELECT id FROM projects WHERE id = ? FOR UPDATE', [id])
}

/** Share-locks a project's row until the transaction ends, for rows with amounts in its currency. */
export async function shareLockProject(tx: Tx, id: number): Promise<void> {
  await tx.sql.row('SELECT id FROM projects WHERE id = ? LOCK IN SHARE MODE', [id])
}
