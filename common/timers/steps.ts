import { expireIfDue } from '../checkouts/expire-checkout.ts'
import type { TimerKind } from '../jobs/catalog.ts'
import { settlePayment } from '../payments/settle-payment.ts'
import type { Project } from '../projects/project.ts'
import { stepSubscription } from '../subscriptions/step-subscription.ts'
import type { Tx } from '../../db/transaction.ts'

/** The kinds of due row whose step is one transaction; a clock is walked in many. */
export type StepKind = Exclude<TimerKind, 'clock.advance'>

/** Does what is due for a subject at `tx.now`; nothing due is success. */
type Step = (tx: Tx, project: Project, subjectId: number) => Promise<void>

/** What time does to things by itself: the same for workers, for test clocks and for tests. */
export const steps: Readonly<Record<StepKind, Step>> = {
  'checkout.expire': expireIfDue,
  'payment.settle': settlePayment,
  'subscription.step': stepSubscription,
}
