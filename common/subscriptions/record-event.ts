import type { Tx } from '../../db/transaction.ts'
import { recordEvent } from '../events/record.ts'
import type { EventType } from '../events/rules/types.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscription } from './find.ts'
import type { SubscriptionObject } from './object.ts'

/** Writes an event of a locked subscription as it stands now, and answers it for the email beside it. */
export async function recordSubscriptionEvent(
  tx: Tx,
  scope: Scope,
  type: Extract<EventType, `subscription.${string}`>,
  id: number,
  more: object = {},
): Promise<SubscriptionObject> {
  const subscription = await getSubscription(tx.sql, scope, id)
  await recordEvent(tx, scope, type, 'subscription', { ...subscription, ...more })
  return subscription
}
