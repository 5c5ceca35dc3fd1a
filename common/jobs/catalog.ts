/** Every job there is, and what it carries: ids only, since the row is read again when the job wakes. */
export interface Jobs {
  'checkout.expire': { subjectId: number }
  'payment.settle': { subjectId: number }
  'subscription.step': { subjectId: number }
  'clock.advance': { subjectId: number }
  'webhook.drain': { endpointId: number }
  'email.send': { emailId: number }
  'image.copy': { copyId: number }
}

export type JobName = keyof Jobs

/** The kinds of due row in `timers`; the subject is a checkout, a payment, a subscription or a test clock. */
export type TimerKind = 'checkout.expire' | 'payment.settle' | 'subscription.step' | 'clock.advance'

export type QueueName = 'lifecycle' | 'webhooks' | 'emails' | 'images'

export const queueOf: Record<JobName, QueueName> = {
  'checkout.expire': 'lifecycle',
  'payment.settle': 'lifecycle',
  'subscription.step': 'lifecycle',
  'clock.advance': 'lifecycle',
  'webhook.drain': 'webhooks',
  'email.send': 'emails',
  'image.copy': 'images',
}

/** One wake-up call: after the commit it becomes a delayed job whose id is made of kind, subject and due time. */
export interface WakeUp<N extends JobName = JobName> {
  readonly name: N
  readonly data: Jobs[N]
  readonly subject: number
  readonly dueAt: Date
}

/** A wake-up for the row `subject` at `dueAt`; the same row due at the same time is the same job. */
export function wakeUp<N extends JobName>(name: N, subject: number, dueAt: Date, data: Jobs[N]): WakeUp<N> {
  return { name, subject, dueAt, data }
}

/** BullMQ takes no `:` in a job id, nor one of digits only. */
export function jobId(wake: WakeUp): string {
  return `${wake.name}-${wake.subject}-${wake.dueAt.getTime()}`
}
