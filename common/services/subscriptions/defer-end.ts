import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockSubscriptionRow } from './lock.ts'

/**
 * Defers a subscription's end while a pending payment waits. Call it before the report is stored, so that
 * steps due by then still apply, and again afterwards. The customer's row is locked.
 */
export async function deferEnd(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  await applyDueSteps(tx, scope, await lockSubscriptionRow(tx, scope, subscriptionId))
}

/**
 * Applies the deferred steps when a pending payment ended without money. Skips reminders that were due
 * meanwhile.
 */
export async function stopDeferring(tx: Tx, scope: Scope, subscriptionId: number): Promise<void> {
  const subscription = await lockSubscriptionRow(tx, scope, subscriptionId)
  if (subscription.status !== 'canceled') await save(tx, subscription, { remindedUntil: tx.now })
  await applyDueSteps(tx, scope, subscription)
}
