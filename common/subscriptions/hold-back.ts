import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { heldRow } from './lock-subscription.ts'
import { settle } from './settle.ts'
import { write } from './write.ts'

/**
 * A transfer for a subscription is reported: while it waits, the end is held back. Call it before the
 * report is written down, since what is over by then stays over, and again after it. The customer's
 * row is held.
 */
export async function replan(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  await settle(tx, scope, await heldRow(tx, subscriptionId))
}

/**
 * A transfer for a subscription no longer waits, and no money has come: what it held back takes
 * effect, but a reminder whose moment passed meanwhile is not made up for.
 */
export async function letGo(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  const subscription = await heldRow(tx, subscriptionId)
  if (subscription.status !== 'canceled') await write(tx, subscription, { remindedUntil: tx.now })
  await settle(tx, scope, subscription)
}
