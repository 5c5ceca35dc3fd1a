import type { Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set-timer.ts'
import type { Subscription } from '../../db/models/subscription.ts'
import type { Tx } from '../../db/transaction.ts'
import { becomePastDue } from './become-past-due.ts'
import { beginSegment } from './begin-segment.ts'
import { endSubscription } from './end-subscription.ts'
import { outlookOf } from './outlook.ts'
import { remind } from './remind.ts'
import { firstDue, graceEnd, upcoming } from './rules/upcoming.ts'
import type { Outlook, Step } from './rules/upcoming.ts'

/**
 * Does everything that time has made due for a locked subscription, in order, and plans what comes
 * next. Whoever writes to a subscription calls this first: what is over is over, whether or not a job
 * has run.
 */
export async function settle(tx: Tx, scope: Scope, subscription: Subscription): Promise<void> {
  while (subscription.status !== 'canceled') {
    const outlook = await outlookOf(tx.sql, scope.project, subscription)
    const steps = upcoming(outlook)
    const due = firstDue(steps, tx.now)
    if (!due) return setTimer(tx, 'subscription.step', subscription, steps[0]!.at)
    await take(tx, scope, subscription, due, outlook)
  }
  await clearTimer(tx, 'subscription.step', subscription.id) // one that has ended sleeps for good
}

async function take(
  tx: Tx,
  scope: Scope,
  subscription: Subscription,
  step: Step,
  outlook: Outlook,
): Promise<void> {
  switch (step.kind) {
    case 'remind':
      return remind(tx, scope, subscription, step)
    case 'advance':
      return beginSegment(tx, scope, subscription, step.segment)
    case 'grace_end':
      return endSubscription(tx, scope, subscription, 'grace_end', 'unpaid')
    case 'end':
      if (subscription.canceledAt) {
        const trigger = subscription.status === 'trialing' ? 'trial_end' : 'period_end'
        return endSubscription(tx, scope, subscription, trigger, 'requested')
      }
      if (subscription.status === 'trialing')
        return endSubscription(tx, scope, subscription, 'trial_end', 'trial_ended')
      if (outlook.graceDays === 0) return endSubscription(tx, scope, subscription, 'period_end', 'unpaid')
      return becomePastDue(
        tx,
        scope,
        subscription,
        graceEnd(subscription.currentPeriodEnd, outlook.graceDays, scope.project.timezone),
      )
  }
}
