import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { holderOf } from './hold.ts'
import { heldRow } from './lock-subscription.ts'
import { settle } from './settle.ts'

/**
 * The subscription that holds a product for a customer, with what was due for it done, or null. The
 * customer's row is held; `known` is one that is locked and settled already.
 */
export async function lockHolder(
  tx: Tx,
  scope: Scope,
  customerId: number,
  productId: number,
  known: Subscription | null = null,
): Promise<Subscription | null> {
  const id = await holderOf(tx.sql, scope, customerId, productId)
  if (id === null) return null
  return id === known?.id ? known : lockEntitled(tx, scope, id)
}

/** A subscription with what was due for it done, or null where it has ended. */
export async function lockEntitled(tx: Tx, scope: Scope, id: number): Promise<Subscription | null> {
  const subscription = await heldRow(tx, id)
  await settle(tx, scope, subscription)
  return subscription.status === 'canceled' ? null : subscription
}
