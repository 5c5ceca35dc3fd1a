import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { NOT_CANCELED } from '../../domain/subscriptions/cancellation.ts'
import { Refusal } from '../../kit/refusal.ts'
import type { Scope } from '../projects/project.ts'
import { applyDueSteps } from './apply-due-steps.ts'
import { lockSubscription } from './lock.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import { momentOf, writeSubscriptionEmail } from './write-email.ts'

/** Withdraws a requested cancellation and deletes its reason. Does nothing if none was requested. */
export async function resumeSubscription(tx: Tx, scope: Scope, id: number): Promise<void> {
  const subscription = await lockSubscription(tx, scope, id)
  if (subscription.status === 'canceled') throw new Refusal({ code: 'subscription_canceled' })
  if (subscription.canceledAt === null) return
  // Skip reminders that were due meanwhile.
  await save(tx, subscription, { ...NOT_CANCELED, remindedUntil: tx.now })
  const resumed = await recordSubscriptionEvent(tx, scope, 'subscription.updated', subscription)
  await writeSubscriptionEmail(tx, scope, 'cancellation_withdrawn', resumed, momentOf(id))
  await applyDueSteps(tx, scope, subscription)
}
