import { isDuplicate } from '../../db/errors.ts'
import type { Payment } from '../../db/models/payment.ts'
import { save } from '../../db/models/save.ts'
import { insertRow } from '../../db/rows.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Amount } from '../kit/money.ts'
import { Refusal } from '../kit/refusal.ts'
import { trace } from '../runtime/log.ts'
import { receivedOf } from './rules/sums.ts'

export interface Deposit {
  amount: Amount
  /** Who says that it has come: `api`, `cli`, the method … */
  enteredBy: string
  /** What this deposit goes by where it may be entered again, such as a line of a file: the second time is refused. */
  key?: string
}

/** Money has come for a locked payment: a row for each time, and their sum on the payment. Answers the row's id. */
export async function enterDeposit(
  tx: Tx,
  payment: Payment,
  { amount, enteredBy, key }: Deposit,
): Promise<number> {
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
  try {
    const id = await insertRow(tx.sql, 'deposits', row)
    await save(tx, payment, { amountReceived: receivedOf(payment) + amount })
    return id
  } catch (error) {
    if (!isDuplicate(error, 'deposits_entry')) throw error
    throw new Refusal({ code: 'deposit_entered' })
  }
}
