import { sendEmail } from '../common/emails/send.ts'
import { copyPicture } from '../common/images/copy-picture.ts'
import type { JobName, Jobs, ReconcileKind } from '../common/jobs/catalog.ts'
import { askProvider } from '../common/operations/ask-provider.ts'
import { reconcileDaily } from '../common/operations/reconcile-daily.ts'
import { sendRefund } from '../common/operations/send-refund.ts'
import { walkClock } from '../common/operations/walk-clock.ts'
import { wakeEndpoint } from '../common/webhooks/deliveries/wake.ts'
import { atomically } from './atomically.ts'
import { runTimer } from './run-timer.ts'
import { takeMany } from './take-many.ts'
import { takeStep } from './take-step.ts'
import { wakeTimers } from './wake-timers.ts'

/** A job without a handler does not compile; nothing left to do is success. */
export const handlers: { [N in JobName]: (job: Jobs[N]) => Promise<unknown> } = {
  'timers.wake': ({ second }) => wakeTimers(second),
  'checkout.expire': ({ subjectId }) => takeStep('checkout.expire', subjectId),
  'checkout.expire_many': ({ subjectIds }) => takeMany('checkout.expire', subjectIds),
  'payment.follow_up': ({ subjectId }) => takeStep('payment.follow_up', subjectId),
  'payment.settle': ({ subjectId }) => takeStep('payment.settle', subjectId),
  'subscription.step': ({ subjectId }) => takeStep('subscription.step', subjectId),
  'subscription.step_many': ({ subjectIds }) => takeMany('subscription.step', subjectIds),
  'clock.delete': ({ subjectId }) => takeStep('clock.delete', subjectId),
  'erasure.step': ({ subjectId }) => takeStep('erasure.step', subjectId),
  'project.live_digest': ({ subjectId }) => takeStep('project.live_digest', subjectId),
  'project.test_digest': ({ subjectId }) => takeStep('project.test_digest', subjectId),
  'clock.digest': ({ subjectId }) => takeStep('clock.digest', subjectId),
  // In many transactions, a step each.
  'clock.advance': ({ subjectId }) =>
    runTimer('clock.advance', subjectId, () => walkClock(subjectId, atomically)),
  // These talk to the outside, so no transaction is around them.
  'payment.ask': ({ subjectId }) =>
    runTimer('payment.ask', subjectId, async (project) => {
      await askProvider(project, subjectId, atomically)
    }),
  'refund.send': ({ subjectId }) =>
    runTimer('refund.send', subjectId, (project) => sendRefund(project, subjectId, atomically)),
  'project.live_reconcile': ({ subjectId }) => reconcile('project.live_reconcile', subjectId),
  'project.test_reconcile': ({ subjectId }) => reconcile('project.test_reconcile', subjectId),
  'webhook.drain': ({ endpointId }) => wakeEndpoint(endpointId, atomically),
  'email.send': ({ emailId }) => sendEmail(emailId, atomically),
  'image.copy': ({ copyId }) => copyPicture(copyId, atomically),
}

function reconcile(kind: ReconcileKind, projectId: number): Promise<void> {
  return runTimer(kind, projectId, (project) => reconcileDaily(project, kind, atomically))
}
