import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import { move } from '../../domain/subscriptions/states.ts'
import type { Scope } from '../projects/project.ts'
import { closeCreditChanges } from './close-checkouts.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Subscription } from './subscriptions-table.ts'
import { writeSubscriptionEmail } from './write-email.ts'

/** Marks a locked subscription as past due when its period ended unpaid; it has access until `graceEndsAt`. */
export async function becomePastDue(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  graceEndsAt: Date,
): Promise<void> {
  await save(tx, subscription, { status: move(subscription.status, 'period_end_with_grace'), graceEndsAt })
  await closeCreditChanges(tx, subscription)
  const overdue = await recordSubscriptionEvent(tx, scope, 'subscription.past_due', subscription)
  const cause = `subscription-${subscription.id}-${subscription.currentPeriodEnd.getTime()}`
  await writeSubscriptionEmail(tx, scope, 'subscription_past_due', overdue, cause, {
    access_ends_at: graceEndsAt.toISOString(),
  })
}
