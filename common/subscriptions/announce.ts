import { recordEvent } from '../events/record-event.ts'
import type { EventType } from '../events/rules/types.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { findSubscription } from './find-subscription.ts'
import type { SubscriptionObject } from './object.ts'

/** Writes an event of a locked subscription as it stands now, and answers it for the letter beside it. */
export async function announce(
  tx: Tx,
  scope: Scope,
  type: Extract<EventType, `subscription.${string}`>,
  id: number,
  more: object = {},
): Promise<SubscriptionObject> {
  const subscription = await findSubscription(tx.sql, scope, id)
  if (!subscription) throw new Error(`subscription ${id} vanished while it was locked`)
  await recordEvent(tx, scope, type, 'subscription', { ...subscription, ...more })
  return subscription
}
