import { enterClock } from '../clocks/enter-clock.ts'
import { lockCustomer } from '../customers/fill-in.ts'
import { Refusal } from '../kit/refusal.ts'
import { Checkout } from '../../db/models/checkout.ts'
import type { Tx } from '../../db/transaction.ts'

interface Seen {
  mode: string
  customer_id: number | null
  test_clock_id: number | null
}

/**
 * Holds the checkout's row until the transaction ends: whoever changes a checkout comes through here.
 * For a subscription its customer is held before it, so that everything about one customer's
 * subscriptions happens one after the other; `withCustomer` asks for that in any case.
 */
export async function lockCheckout(
  tx: Tx,
  projectId: number,
  id: number,
  { withCustomer = false } = {},
): Promise<Checkout> {
  const seen = await tx.sql.row<Seen>(
    'SELECT mode, customer_id, test_clock_id FROM checkouts WHERE id = ? AND project_id = ?',
    [id, projectId],
  )
  await enterClock(tx, seen?.test_clock_id ?? null)
  if (seen?.customer_id && (withCustomer || seen.mode === 'subscription'))
    await lockCustomer(tx, seen.customer_id)
  const checkout = await Checkout.findOne({
    where: { id, projectId },
    transaction: tx.transaction,
    lock: tx.transaction.LOCK.UPDATE,
  })
  if (!checkout) throw new Refusal({ code: 'not_found', words: { what: 'checkout' } })
  return checkout
}
