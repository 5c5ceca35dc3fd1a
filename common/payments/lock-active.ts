import { Payment } from '../../db/models/payment.ts'
import { lockRow } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Payable } from './payables/payable.ts'

/** Locks the payment that is being made for what is locked already, if there is one. */
export async function lockActive(tx: Tx, { row }: Payable): Promise<Payment | null> {
  if (row.activePaymentId === null) return null
  return lockRow(tx, Payment, { id: row.activePaymentId })
}
