import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { CancellationDetails } from '../../domain/subscriptions/object.ts'
import type { Scope } from '../projects/project.ts'
import { emailCancellation } from './email-cancellation.ts'
import { lockSubscription } from './lock.ts'
import { recordSubscriptionEvent } from './record-event.ts'

/**
 * Stores the customer's reason for a cancellation, with an event and an email. The portal asks after the
 * cancellation. Ignores a repeated answer, and any answer if no cancellation was requested.
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
