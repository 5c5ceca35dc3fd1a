import { save } from '../../db/models/save.ts'
import type { Tx } from '../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { emailCancellation } from './email-cancellation.ts'
import { lockSubscription } from './lock.ts'
import type { CancellationDetails } from './object.ts'
import { recordSubscriptionEvent } from './record-event.ts'

/**
 * Keeps what the customer says of why they canceled, and tells of it: it is asked when that is done. The same said
 * twice is told once; where nothing was canceled on request, or not any more, there is nothing to explain.
 */
export async function explainCancellation(
  tx: Tx,
  scope: Scope,
  id: number,
  { feedback, comment }: CancellationDetails,
): Promise<void> {
  const subscription = await lockSubscription(tx, scope, id)
  const { cancellationReason, cancellationFeedback, cancellationComment } = subscription
  if (cancellationReason !== 'requested') return
  if (cancellationFeedback === feedback && cancellationComment === comment) return
  await save(tx, subscription, { cancellationFeedback: feedback, cancellationComment: comment })
  await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
  await emailCancellation(tx, scope, id, 'explained')
}
