import { expireIfDue } from '../common/checkouts/expire-checkout.ts'
import { sendEmail } from '../common/emails/send-email.ts'
import type { JobName, Jobs } from '../common/jobs/catalog.ts'
import { settlePayment } from '../common/payments/settle-payment.ts'
import { findProject } from '../common/projects/find-project.ts'
import type { Project } from '../common/projects/project.ts'
import { wakeEndpoint } from '../common/webhooks/wake-endpoint.ts'
import { read } from '../db/sql.ts'
import type { Tx } from '../db/transaction.ts'
import { atomically } from './atomically.ts'

/** A job without a handler does not compile; nothing left to do is success. */
export const handlers: { [N in JobName]: (job: Jobs[N]) => Promise<unknown> } = {
  'checkout.expire': ({ subjectId }) => timer('checkout.expire', subjectId, expireIfDue),
  'payment.settle': ({ subjectId }) => timer('payment.settle', subjectId, settlePayment),
  // These talk to the outside, so no transaction is around them.
  'webhook.drain': ({ endpointId }) => wakeEndpoint(endpointId, atomically),
  'email.send': ({ emailId }) => sendEmail(emailId, atomically),
}

type Step = (tx: Tx, project: Project, subjectId: number) => Promise<void>

/** Takes a step of a subject whose timer still stands; a job that outlived its row has nothing to do. */
async function timer(
  kind: 'checkout.expire' | 'payment.settle',
  subjectId: number,
  step: Step,
): Promise<void> {
  const row = await read((sql) =>
    sql.row<{ project_id: number }>('SELECT project_id FROM timers WHERE kind = ? AND subject_id = ?', [
      kind,
      subjectId,
    ]),
  )
  const project = row && (await findProject(row.project_id))
  if (project) await atomically((tx) => step(tx, project, subjectId))
}
