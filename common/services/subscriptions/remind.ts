import { save } from '../../../db/save.ts'
import type { Tx } from '../../../db/transaction.ts'
import type { Scope } from '../projects/project.ts'
import { recordSubscriptionEvent } from './record-event.ts'
import type { Subscription } from './subscriptions-table.ts'
import { writeSubscriptionEmail } from './write-email.ts'

/** Reminds the customer of a locked subscription once, with an email and an event. */
export async function remind(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  { at, daysBefore }: { at: Date; daysBefore: number },
): Promise<void> {
  await save(tx, subscription, { remindedUntil: at })
  const due = await recordSubscriptionEvent(tx, scope, 'subscription.renewal_due', subscription, {
    days_before: daysBefore,
  })
  const cause = `subscription-${subscription.id}-${subscription.currentPeriodEnd.getTime()}-${daysBefore}`
  await writeSubscriptionEmail(tx, scope, 'renewal_reminder', due, cause, { days_before: daysBefore })
}
