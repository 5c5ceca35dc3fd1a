import type { Tx } from '../../db/transaction.ts'
import { stepErasure } from '../erasures/step.ts'
import type { DigestKind, OldTimerKind, ReconcileKind, TimerKind } from '../jobs/catalog.ts'
import { followUpPayment, followUpRenamed } from '../payments/follow-up.ts'
import { sendDigest } from '../payments/send-digest.ts'
import type { Project } from '../projects/project.ts'
import { stepSubscription } from '../subscriptions/step-subscription.ts'
import { stepClockDeletion } from './delete-clock.ts'
import { expireDueCheckout } from './expire-due-checkout.ts'

/** The kinds of due row whose step is one transaction: a clock is walked in many, and providers are asked in none. */
export type TimerStepKind = Exclude<
  TimerKind | OldTimerKind,
  'clock.advance' | 'payment.ask' | 'refund.send' | ReconcileKind
>

/** Does what is due for a subject at `tx.now`; nothing due is success. */
type Step = (tx: Tx, project: Project, subjectId: number) => Promise<void>

/** What time does to things by itself: the same for workers, for test clocks and for tests. */
export const timerSteps: Readonly<Record<TimerStepKind, Step>> = {
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

function digest(kind: DigestKind): Step {
  return (tx, project, subjectId) => sendDigest(tx, project, kind, subjectId)
}
