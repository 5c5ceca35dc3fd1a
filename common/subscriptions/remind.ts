import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { announce } from './announce.ts'
import { writeLetter } from './letters.ts'
import { write } from './write.ts'

/** Reminds the customer of a locked subscription: a letter and an event, written together, once. */
export async function remind(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  { at, daysBefore }: { at: Date; daysBefore: number },
): Promise<void> {
  await write(tx, subscription, { remindedUntil: at })
  const due = await announce(tx, scope, 'subscription.renewal_due', subscription.id, {
    days_before: daysBefore,
  })
  const cause = `subscription-${subscription.id}-${subscription.currentPeriodEnd.getTime()}-${daysBefore}`
  await writeLetter(tx, scope, 'renewal_reminder', due, cause, { days_before: daysBefore })
}
