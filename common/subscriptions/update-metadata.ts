import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import type { Tx } from '../../db/transaction.ts'
import { subscriptionOf } from './find-subscription.ts'
import { lockSubscription } from './lock-subscription.ts'
import type { SubscriptionObject } from './object.ts'
import { write } from './write.ts'

/** Replaces a subscription's metadata. Nobody else is told. */
export async function updateMetadata(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Draft<{ metadata?: Record<string, string> | null }>,
): Promise<SubscriptionObject> {
  const subscription = await lockSubscription(tx, scope, id)
  const { metadata } = draft.whole()
  if (metadata !== undefined) await write(tx, subscription, { metadata })
  return subscriptionOf(tx.sql, scope, id)
}
