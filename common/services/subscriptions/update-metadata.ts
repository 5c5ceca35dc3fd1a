import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import type { Submission } from '../../kit/submission.ts'
import type { Scope } from '../projects/project.ts'
import { getSubscription } from './find.ts'
import { lockSubscription } from './lock.ts'

/** Replaces a subscription's metadata, without an event. */
export async function updateMetadata(
  tx: Tx,
  scope: Scope,
  id: number,
  draft: Submission<{ metadata?: Record<string, string> | null }>,
): Promise<SubscriptionObject> {
  const subscription = await lockSubscription(tx, scope, id)
  const { metadata } = draft.valid()
  if (metadata !== undefined) await save(tx, subscription, { metadata })
  return getSubscription(tx.sql, scope, id)
}
