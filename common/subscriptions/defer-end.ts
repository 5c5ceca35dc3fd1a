import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockSubscriptionRow } from './lock.ts'

/**
 * A transfer for a subscription is reported: while it waits, the end is held back. Call it before the
 * report is written down, since what is over by then stays over, and again after it. The customer's
 * row is locked.
 */
export async function deferEnd(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  await applyDueSteps(tx, scope, await lockSubscriptionRow(tx, scope, subscriptionId))
}

/**
 * A transfer for a subscription no longer waits, and no money has come: what it held back takes
 * effect, but a reminder whose moment passed meanwhile is not made up for.
 */
export async function stopDeferring(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  const subscription = await lockSubscriptionRow(tx, scope, subscriptionId)
  if (subscription.status !== 'canceled') await save(tx, subscription, { remindedUntil: tx.now })
  await applyDueSteps(tx, scope, subscription)
}
