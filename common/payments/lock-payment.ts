import { lockCheckout } from '../checkouts/lock-checkout.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Checkout } from '../../db/models/checkout.ts'
import { Payment } from '../../db/models/payment.ts'
import type { Tx } from '../../db/transaction.ts'

/** Holds a payment and, before it, what it pays for: whoever changes a payment comes through here. */
export async function lockPayment(
  tx: Tx,
  projectId: number,
  id: number,
): Promise<{ payment: Payment; checkout: Checkout }> {
  const { transaction } = tx
  const seen = await Payment.findOne({ where: { id, projectId }, transaction })
  if (!seen) throw new Refusal({ code: 'not_found', words: { what: 'payment' } })
  const checkout = await lockCheckout(tx, projectId, seen.payableId)
  const payment = await seen.reload({ transaction, lock: transaction.LOCK.UPDATE })
  return { payment, checkout }
}
