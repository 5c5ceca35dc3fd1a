import { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Payable } from './payables/payable.ts'

/** Holds the payment that is being made for something held already, if there is one. */
export async function lockActive({ transaction }: Tx, { row }: Payable): Promise<Payment | null> {
  if (row.activePaymentId === null) return null
  return Payment.findByPk(row.activePaymentId, { transaction, lock: transaction.LOCK.UPDATE })
}
