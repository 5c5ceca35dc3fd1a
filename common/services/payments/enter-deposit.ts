import { writeRows } from '../../../db/rows.ts'
import type { ModelTx, Tx } from '../../../db/transaction.ts'
import { receivedOf } from '../../domain/payments/sums.ts'
import type { Amount } from '../../kit/money.ts'
import { trace } from '../../runtime/log.ts'
import { Deposit } from './deposits-table.ts'
import type { Payment } from './payments-table.ts'

export interface NewDeposit {
  amount: Amount
  /** Source of the entry: `api`, `cli`, the method … */
  enteredBy: string
  /** Identifies a repeatable entry, such as a line of a file; a unique index prevents a second one. */
  key?: string | undefined
}

/**
 * Inserts money received for a locked payment. Adds it to the payment in memory; the caller saves that with its
 * decision.
 */
export async function enterDeposit(
  tx: Tx,
  payment: Payment,
  { amount, enteredBy, key }: NewDeposit,
): Promise<void> {
  const row = {
    project_id: payment.projectId,
    is_test: payment.isTest,
    payment_id: payment.id,
    amount,
    entered_by: enteredBy,
    entry_key: key ?? null,
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
  }
  await writeRows(tx.sql, 'deposits', [row])
  payment.amountReceived = receivedOf(payment) + amount
}

/** Returns the id of the last deposit of a locked payment, which has one. */
export async function lastDeposit({ sql }: Tx, paymentId: number): Promise<number> {
  const row = await sql.row<{ id: number }>('SELECT MAX(id) AS id FROM deposits WHERE payment_id = ?', [
    paymentId,
  ])
  return row!.id
}

/** Returns whether a payment has a deposit with this key. The result is valid while the payment is locked. */
export async function isEntered(
  { transaction }: ModelTx,
  { id: paymentId, projectId }: Payment,
  entryKey: string,
): Promise<boolean> {
  return !!(await Deposit.findOne({ where: { projectId, paymentId, entryKey }, transaction }))
}
