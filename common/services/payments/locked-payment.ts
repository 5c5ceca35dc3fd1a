import { find } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Payable } from './payables/payable.ts'
import { Payment } from './payments-table.ts'

/** A payment and its checkout or invoice, both locked. */
export interface LockedPayment {
  payment: Payment
  payable: Payable
}

/** Locks the active payment of a locked order; returns null if it has no active payment. */
export async function lockActive(tx: Tx, { row }: Payable): Promise<Payment | null> {
  if (row.activePaymentId === null) return null
  return find(tx.sql, Payment, { id: row.activePaymentId }, { lock: true })
}
