import { Refusal } from '../kit/refusal.ts'
import { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'

/** Holds the checkout's row until the transaction ends: whoever changes a checkout comes through here. */
export async function lockCheckout(tx: Tx, projectId: number, id: number): Promise<Checkout> {
  const checkout = await Checkout.findOne({
    where: { id, projectId },
    transaction: tx.transaction,
    lock: tx.transaction.LOCK.UPDATE,
  })
  if (!checkout) throw new Refusal({ code: 'not_found', words: { what: 'checkout' } })
  return checkout
}
