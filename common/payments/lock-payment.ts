import { Refusal } from '../kit/refusal.ts'
import { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'
import { lockPayable } from './payables/all.ts'
import type { Payable } from './payables/payable.ts'

/** A payment and what it pays for, both held. */
export interface Held {
  payment: Payment
  payable: Payable
}

/** Holds a payment and, before it, what it pays for: whoever changes a payment comes through here. */
export async function lockPayment(tx: Tx, projectId: number, id: number): Promise<Held> {
  const { transaction } = tx
  const seen = await Payment.findOne({ where: { id, projectId }, transaction })
  if (!seen) throw new Refusal({ code: 'not_found', words: { what: 'payment' } })
  const payable = await lockPayable(tx, projectId, { type: seen.payableType, id: seen.payableId })
  const payment = await seen.reload({ transaction, lock: transaction.LOCK.UPDATE })
  return { payment, payable }
}
