import { expireIfDue } from '../common/checkouts/expire-checkout.ts'
import { sendEmail } from '../common/emails/send-email.ts'
import type { JobName, Jobs, TimerKind } from '../common/jobs/catalog.ts'
import { SECOND } from '../common/kit/time.ts'
import { settlePayment } from '../common/payments/settle-payment.ts'
import { findProject } from '../common/projects/find-project.ts'
import type { Project } from '../common/projects/project.ts'
import { stepSubscription } from '../common/subscriptions/step-subscription.ts'
import { now } from '../common/runtime/clock.ts'
import { timerLateness } from '../common/runtime/metrics.ts'
import { wakeEndpoint } from '../common/webhooks/wake-endpoint.ts'
import { read } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { atomically } from './atomically.ts'

/** A job without a handler does not compile; nothing left to do is success. */
export const handlers: { [N in JobName]: (job: Jobs[N]) => Promise<unknown> } = {
  'checkout.expire': ({ subjectId }) => timer('checkout.expire', subjectId, expireIfDue),
  'payment.settle': ({ subjectId }) => timer('payment.settle', subjectId, settlePayment),
  'subscription.step': ({ subjectId }) => timer('subscription.step', subjectId, stepSubscription),
  // These talk to the outside, so no transaction is around them.
  'webhook.drain': ({ endpointId }) => wakeEndpoint(endpointId, atomically),
  'email.send': ({ emailId }) => sendEmail(emailId, atomically),
}

type Step = (tx: Tx, project: Project, subjectId: number) => Promise<void>

/** Takes a step of a subject whose timer still stands; a job that outlived its row has nothing to do. */
async function timer(kind: TimerKind, subjectId: number, step: Step): Promise<void> {
  const row = await read((sql) =>
    sql.row<{ project_id: number; due_at: Date }>(
      'SELECT project_id, due_at FROM timers WHERE kind = ? AND subject_id = ?',
      [kind, subjectId],
    ),
  )
  const late = row ? now().getTime() - row.due_at.getTime() : -1
  if (late >= 0) timerLateness.observe({ kind }, late / SECOND)
  const project = row && (await findProject(row.project_id))
  if (project) await atomically((tx) => step(tx, project, subjectId))
}
