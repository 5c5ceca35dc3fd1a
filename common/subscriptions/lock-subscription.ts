import { enterClock } from '../clocks/enter-clock.ts'
import { lockCustomer } from '../customers/fill-in.ts'
import { Refusal } from '../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { settle } from './settle.ts'

/**
 * Holds a subscription's row, and its customer's before it: everything about one customer's
 * subscriptions happens one after the other.
 */
export async function lockRow(tx: Tx, projectId: number, id: number): Promise<Subscription> {
  const seen = await tx.sql.row<{ customer_id: number; test_clock_id: number | null }>(
    'SELECT customer_id, test_clock_id FROM subscriptions WHERE id = ? AND project_id = ?',
    [id, projectId],
  )
  if (!seen) throw new Refusal({ code: 'not_found', words: { what: 'subscription' } })
  await enterClock(tx, seen.test_clock_id)
  await lockCustomer(tx, seen.customer_id)
  return heldRow(tx, id)
}

/** A subscription whose customer is held already. */
export async function heldRow({ transaction }: Tx, id: number): Promise<Subscription> {
  const subscription = await Subscription.findByPk(id, { transaction, lock: transaction.LOCK.UPDATE })
  if (!subscription) throw new Error(`subscription ${id} vanished`)
  return subscription
}

/** Holds a subscription of this project and mode, with everything done that was due for it. */
export async function lockSubscription(tx: Tx, scope: Scope, id: number): Promise<Subscription> {
  const subscription = await lockRow(tx, scope.project.id, id)
  if (subscription.isTest !== scope.isTest)
    throw new Refusal({ code: 'not_found', words: { what: 'subscription' } })
  await settle(tx, scope, subscription)
  return subscription
}
