import type { TakenStep, Tx } from '../../../db/transaction.ts'
import { firstDue, graceEnd, type Outlook, type Step, upcoming } from '../../domain/subscriptions/upcoming.ts'
import { traceJob } from '../../runtime/log.ts'
import type { Scope } from '../projects/project.ts'
import { clearTimer, setTimer } from '../timers/set.ts'
import { becomePastDue } from './become-past-due.ts'
import { beginSegment } from './begin-segment.ts'
import { endSubscription } from './end.ts'
import { outlookOf } from './outlook.ts'
import { remind } from './remind.ts'
import type { Subscription } from './subscriptions-table.ts'

/**
 * Applies all due steps of a locked subscription in order, and sets the timer of the next one. Call this
 * before every write to a subscription, so that due steps apply even if no job has run.
 */
export async function applyDueSteps(tx: Tx, scope: Scope, subscription: Subscription): Promise<void> {
  while (subscription.status !== 'canceled') {
    const outlook = await outlookOf(tx.sql, scope.project, subscription)
    const steps = upcoming(outlook)
    const due = firstDue(steps, tx.now)
    if (!due) return setTimer(tx, 'subscription.step', subscription, steps[0]!.at)
    traceJob({ step: due.kind })
    await take(tx, scope, subscription, due, outlook)
    tx.steps.push(taken(subscription, due))
  }
  await clearTimer(tx, 'subscription.step', subscription) // an ended subscription has no more steps
}

/** Returns the log entry of a step just taken. */
function taken({ id, projectId, status }: Subscription, step: Step): TakenStep {
  const { kind, at } = step
  const fields = { step: kind, subscription_id: id, project_id: projectId, due_at: at.toISOString() }
  switch (step.kind) {
    case 'remind':
      return { name: 'subscription.reminded', fields: { ...fields, days_before: step.daysBefore } }
    case 'begin_period':
      return { name: 'subscription.period_begun', fields }
    default:
      return { name: `subscription.${status}`, fields }
  }
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
    case 'begin_period':
      return beginSegment(tx, scope, subscription, step.segment)
    case 'end_grace':
      return endSubscription(tx, scope, subscription, 'grace_end', 'unpaid')
    case 'end_period':
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
