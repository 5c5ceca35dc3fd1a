import type { ModelTx } from '../../../db/transaction.ts'
import type { TrialInput } from '../../domain/subscriptions/input.ts'
import type { SubscriptionObject } from '../../domain/subscriptions/object.ts'
import type { Submission } from '../../kit/submission.ts'
import { closeOutdated } from '../checkouts/close-outdated.ts'
import type { Scope } from '../projects/project.ts'
import { startTrial } from '../subscriptions/start-trial.ts'

/** Starts a trial, and expires the customer's open checkouts for the same product. */
export async function startTrialForCustomer(
  tx: ModelTx,
  scope: Scope,
  draft: Submission<TrialInput>,
): Promise<SubscriptionObject> {
  const started = await startTrial(tx, scope, draft)
  await closeOutdated(tx, scope, started.customer_id)
  return started
}
