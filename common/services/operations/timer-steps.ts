import type { ModelTx, Tx } from '../../../db/transaction.ts'
import type { BatchedKind, DigestKind, StepKind } from '../../domain/jobs/catalog.ts'
import { stepErasure } from '../erasures/step.ts'
import { followUpPayment, followUpRenamed } from '../payments/follow-up.ts'
import { sendDigest } from '../payments/send-digest.ts'
import type { Project } from '../projects/project.ts'
import { applyDueSteps } from '../subscriptions/apply-due-steps.ts'
import { lockDueSubscription } from '../subscriptions/lock.ts'
import { stepClockDeletion } from './delete-clock.ts'
import { expireDueCheckout } from './expire-due-checkout.ts'

/** Processes the due timer of a subject at `tx.now`. Nothing due is a success. A batch has no transaction for models. */
type Step<Kind> = (
  tx: Kind extends BatchedKind ? Tx : ModelTx,
  project: Project,
  subjectId: number,
) => Promise<void>

/** The steps that time triggers: the same for workers, test clocks and tests. */
export const timerSteps: { readonly [Kind in StepKind]: Step<Kind> } = {
  'checkout.expire': expireDueCheckout,
  'payment.follow_up': followUpPayment,
  'payment.settle': followUpRenamed,
  'subscription.step': stepSubscription,
  'clock.delete': stepClockDeletion,
  'erasure.step': stepErasure,
  'project.live_digest': digest('project.live_digest'),
  'project.test_digest': digest('project.test_digest'),
  'clock.digest': digest('clock.digest'),
}

function digest(kind: DigestKind): Step<DigestKind> {
  return (tx, project, subjectId) => sendDigest(tx, project, kind, subjectId)
}

/** Runs a subscription's timer: locks it and applies its due steps. */
export async function stepSubscription(tx: Tx, project: Project, subscriptionId: number): Promise<void> {
  const { scope, subscription } = await lockDueSubscription(tx, project, subscriptionId)
  await applyDueSteps(tx, scope, subscription)
}
