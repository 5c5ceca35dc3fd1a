import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockSubscriptionRow } from './lock.ts'
import { slotOwner } from './product-slots.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Locks the subscription that holds a product for a customer and applies its due steps; null if not found.
 * The customer's row is locked. `known` is a subscription that is already locked and up to date.
 */
export async function lockSlotOwner(
  tx: Tx,
  scope: Scope,
  customerId: number,
  productId: number,
  known: Subscription | null = null,
): Promise<Subscription | null> {
  const id = await slotOwner(tx.sql, scope, customerId, productId)
  if (id === null) return null
  return id === known?.id ? known : lockEntitled(tx, scope, id)
}

/** Locks a subscription and applies its due steps; returns null if it has ended. */
export async function lockEntitled(tx: Tx, scope: Scope, id: number): Promise<Subscription | null> {
  const subscription = await lockSubscriptionRow(tx, scope, id)
  await applyDueSteps(tx, scope, subscription)
  return subscription.status === 'canceled' ? null : subscription
}
