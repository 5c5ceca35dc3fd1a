import type { Payment } from '../../db/models/payment.ts'
import { insertRow } from '../../db/rows.ts'
import type { Sql } from '../../db/sql.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import { trace } from '../runtime/log.ts'
import { receivedOf } from './rules/sums.ts'

export interface Deposit {
  amount: Amount
  /** Who says that it has come: `api`, `cli`, the method … */
  enteredBy: string
  /** What it goes by where the same may be entered again, such as a line of a file: a unique index has it once. */
  key?: string | undefined
}

/**
 * Money has come for a locked payment: a row for each time. Their sum stands on the payment from here on, and is
 * written with what is decided about it then. Answers the row's id.
 */
export async function enterDeposit(
  tx: Tx,
  payment: Payment,
  { amount, enteredBy, key }: Deposit,
): Promise<number> {
  const id = await insertRow(tx.sql, 'deposits', {
    project_id: payment.projectId,
    is_test: payment.isTest,
    payment_id: payment.id,
    amount,
    entered_by: enteredBy,
    entry_key: key ?? null,
    request_id: trace.getStore()?.request_id ?? null,
    created_at: tx.now,
  })
  payment.amountReceived = receivedOf(payment) + amount
  return id
}

/** Whether a deposit was entered for a payment under this key; it is sure for as long as the payment is locked. */
export async function isEntered(sql: Sql, paymentId: number, key: string): Promise<boolean> {
  const where = 'payment_id = ? AND entry_key = ?'
  return !!(await sql.row(`SELECT id FROM deposits WHERE ${where}`, [paymentId, key]))
}
