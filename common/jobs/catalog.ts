import { SECOND } from '../kit/time.ts'

/** Every job there is, and what it carries: ids only, since the row is read again when the job wakes. */
export interface Jobs {
  'timers.wake': { second: number }
  'checkout.expire': { subjectId: number }
  'checkout.expire_many': { subjectIds: number[] }
  'payment.follow_up': { subjectId: number }
  'payment.settle': { subjectId: number }
  'payment.ask': { subjectId: number }
  'refund.send': { subjectId: number }
  'subscription.step': { subjectId: number }
  'subscription.step_many': { subjectIds: number[] }
  'clock.advance': { subjectId: number }
  'clock.delete': { subjectId: number }
  'erasure.step': { subjectId: number }
  'project.live_digest': { subjectId: number }
  'project.test_digest': { subjectId: number }
  'clock.digest': { subjectId: number }
  'project.live_reconcile': { subjectId: number }
  'project.test_reconcile': { subjectId: number }
  'webhook.drain': { endpointId: number }
  'email.send': { emailId: number }
  'image.copy': { copyId: number }
}

export type JobName = keyof Jobs

/** The kinds of due row in `timers`; the subject is what stands before the dot. */
export type TimerKind =
  | 'checkout.expire'
  | 'payment.follow_up'
  | 'payment.ask'
  | 'refund.send'
  | 'subscription.step'
  | 'clock.advance'
  | 'clock.delete'
  | 'erasure.step'
  | DigestKind
  | ReconcileKind

/** The daily word of what waits for a merchant: in each mode, and on each test clock by its own time. */
export type DigestKind = 'project.live_digest' | 'project.test_digest' | 'clock.digest'

/** The daily look whether providers say the same as we, in each mode. */
export type ReconcileKind = 'project.live_reconcile' | 'project.test_reconcile'

/**
 * What an older release calls `payment.follow_up`: its processes write such rows and jobs while this one
 * takes over, and its rows wait for days after that. Nothing here writes them.
 */
export type OldTimerKind = 'payment.settle'

/** Kinds of which many become due at the same time, and can be taken together: the job for several. */
export const jobForMany = {
  'checkout.expire': 'checkout.expire_many',
  'subscription.step': 'subscription.step_many',
} as const satisfies Partial<Record<TimerKind, JobName>>

export type ManyKind = keyof typeof jobForMany

/** What the log calls a job's subject; of several it tells how many they are. */
export const subjectIdOf: Record<JobName, string> = {
  'timers.wake': 'second',
  'checkout.expire': 'checkout_id',
  'checkout.expire_many': 'checkouts',
  'payment.follow_up': 'payment_id',
  'payment.settle': 'payment_id',
  'payment.ask': 'payment_id',
  'refund.send': 'refund_id',
  'subscription.step': 'subscription_id',
  'subscription.step_many': 'subscriptions',
  'clock.advance': 'test_clock_id',
  'clock.delete': 'test_clock_id',
  'erasure.step': 'erasure_id',
  'project.live_digest': 'project_id',
  'project.test_digest': 'project_id',
  'clock.digest': 'test_clock_id',
  'project.live_reconcile': 'project_id',
  'project.test_reconcile': 'project_id',
  'webhook.drain': 'endpoint_id',
  'email.send': 'email_id',
  'image.copy': 'copy_id',
}

export type QueueName = 'lifecycle' | 'providers' | 'webhooks' | 'emails' | 'images'

export const queueOf: Record<JobName, QueueName> = {
  'timers.wake': 'lifecycle',
  'checkout.expire': 'lifecycle',
  'checkout.expire_many': 'lifecycle',
  'payment.follow_up': 'lifecycle',
  'payment.settle': 'lifecycle',
  'payment.ask': 'providers',
  'refund.send': 'providers',
  'subscription.step': 'lifecycle',
  'subscription.step_many': 'lifecycle',
  'clock.advance': 'lifecycle',
  'clock.delete': 'lifecycle',
  'erasure.step': 'lifecycle',
  'project.live_digest': 'lifecycle',
  'project.test_digest': 'lifecycle',
  'clock.digest': 'lifecycle',
  'project.live_reconcile': 'providers',
  'project.test_reconcile': 'providers',
  'webhook.drain': 'webhooks',
  'email.send': 'emails',
  'image.copy': 'images',
}

/** One job: after the commit it becomes a delayed job whose id is made of kind, subject and due time. */
export interface NewJob<N extends JobName = JobName> {
  readonly name: N
  readonly data: Jobs[N]
  readonly subject: number
  readonly dueAt: Date
}

/** A job for the row `subject` at `dueAt`; the same row due at the same time is the same job. */
export function newJob<N extends JobName>(name: N, subject: number, dueAt: Date, data: Jobs[N]): NewJob<N> {
  return { name, subject, dueAt, data }
}

/** The job at the end of the second in which `dueAt` lies, for all that is due in it. */
export function wakeInSecond(dueAt: Date): NewJob<'timers.wake'> {
  const second = Math.ceil(dueAt.getTime() / SECOND)
  return newJob('timers.wake', second, new Date(second * SECOND), { second })
}

/** BullMQ takes no `:` in a job id, nor one of digits only. */
export function jobId(wake: NewJob): string {
  return `${wake.name}-${wake.subject}-${wake.dueAt.getTime()}`
}
