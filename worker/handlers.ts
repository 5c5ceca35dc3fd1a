import { walkClock } from '../common/clocks/walk-clock.ts'
import { sendEmail } from '../common/emails/send-email.ts'
import { copyPicture } from '../common/images/copy-picture.ts'
import type { JobName, Jobs } from '../common/jobs/catalog.ts'
import { SECOND } from '../common/kit/time.ts'
import { findProject } from '../common/projects/find-project.ts'
import { now } from '../common/runtime/clock.ts'
import { timerLateness } from '../common/runtime/metrics.ts'
import { steps } from '../common/timers/steps.ts'
import type { StepKind } from '../common/timers/steps.ts'
import { wakeEndpoint } from '../common/webhooks/wake-endpoint.ts'
import { read } from '../db/sql.ts'
import { atomically } from './atomically.ts'

/** A job without a handler does not compile; nothing left to do is success. */
export const handlers: { [N in JobName]: (job: Jobs[N]) => Promise<unknown> } = {
  'checkout.expire': ({ subjectId }) => timer('checkout.expire', subjectId),
  'payment.settle': ({ subjectId }) => timer('payment.settle', subjectId),
  'subscription.step': ({ subjectId }) => timer('subscription.step', subjectId),
  // In many transactions, a step each.
  'clock.advance': ({ subjectId }) => walkClock(subjectId, atomically),
  // These talk to the outside, so no transaction is around them.
  'webhook.drain': ({ endpointId }) => wakeEndpoint(endpointId, atomically),
  'email.send': ({ emailId }) => sendEmail(emailId, atomically),
  'image.copy': ({ copyId }) => copyPicture(copyId, atomically),
}

/** Takes a step of a subject whose timer still stands; a job that outlived its row has nothing to do. */
async function timer(kind: StepKind, subjectId: number): Promise<void> {
  const row = await read((sql) =>
    sql.row<{ project_id: number; due_at: Date }>(
      'SELECT project_id, due_at FROM timers WHERE kind = ? AND subject_id = ? AND test_clock_id IS NULL',
      [kind, subjectId],
    ),
  )
  const late = row ? now().getTime() - row.due_at.getTime() : -1
  if (late >= 0) timerLateness.observe({ kind }, late / SECOND)
  const project = row && (await findProject(row.project_id))
  if (project) await atomically((tx) => steps[kind](tx, project, subjectId))
}
