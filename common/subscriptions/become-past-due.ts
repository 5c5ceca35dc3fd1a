import type { Scope } from '../projects/project.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { announce } from './announce.ts'
import { writeLetter } from './letters.ts'
import { move } from './rules/states.ts'
import { write } from './write.ts'

/** The period of a locked subscription is over and unpaid; access stays open until `graceEndsAt`. */
export async function becomePastDue(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  graceEndsAt: Date,
): Promise<void> {
  await write(tx, subscription, { status: move(subscription.status, 'period_end_with_grace'), graceEndsAt })
  const overdue = await announce(tx, scope, 'subscription.past_due', subscription.id)
  const cause = `subscription-${subscription.id}-${subscription.currentPeriodEnd.getTime()}`
  await writeLetter(tx, scope, 'subscription_past_due', overdue, cause, {
    access_ends_at: graceEndsAt.toISOString(),
  })
}
