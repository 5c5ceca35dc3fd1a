import { type ModelTx, transact } from '../../../db/transaction.ts'

/** Runs work in a transaction of Sequelize, for raw SQL too: only the statements differ. */
export function inTransaction(work: (tx: ModelTx) => Promise<unknown>): Promise<unknown> {
  return transact(work, { now: () => new Date() })
}
