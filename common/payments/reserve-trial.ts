import type { Draft } from '../kit/draft.ts'
import type { Scope } from '../projects/project.ts'
import type { SubscriptionObject } from '../subscriptions/object.ts'
import { startTrial } from '../subscriptions/start-trial.ts'
import type { TrialInput } from '../subscriptions/start-trial.ts'
import type { Tx } from '../../db/transaction.ts'
import { expireOutdated } from './expire-outdated.ts'
import { payableCheckout } from './payables/checkout.ts'

/** Starts a trial, and expires the open checkouts of the customer that would have bought the same. */
export async function reserveTrial(
  tx: Tx,
  scope: Scope,
  draft: Draft<TrialInput>,
): Promise<SubscriptionObject> {
  const started = await startTrial(tx, scope, draft)
  await expireOutdated(tx, scope, started.customer_id, payableCheckout)
  return started
}
