import type { Tx } from '../../db/transaction.ts'

/** Locks a project's row until the transaction ends; it comes before every customer in the order of locks. */
export async function lockProject(tx: Tx, id: number): Promise<void> {
  await tx.sql.row('SELECT id FROM projects WHERE id = ? FOR UPDATE', [id])
}

/** Keeps the project as it is until the transaction ends, for what is written in its currency. */
export async function shareLockProject(tx: Tx, id: number): Promise<void> {
  await tx.sql.row('SELECT id FROM projects WHERE id = ? LOCK IN SHARE MODE', [id])
}
