/**
 * The queues. A job is a turn: "process the due rows of this group in this queue". The due rows are in MySQL, so a
 * queue in Redis holds at most one waiting job per group and lane, and its order is a round robin over groups
 * (docs/decisions/0009-turns.md).
 */
export type QueueName =
  'lifecycle' | 'clocks' | 'providers' | 'reconciliations' | 'emails' | 'images' | 'webhooks'

interface QueueSettings {
  /** How many turns of one group may run at the same time in all workers. Each processes the rows of its lane. */
  lanes: number
  /**
   * Concurrent jobs per worker process, as a multiple of WORKER_CONCURRENCY: waiting for a remote server is cheap.
   */
  slots: number
}

export const queues: Readonly<Record<QueueName, QueueSettings>> = {
  /** Effects of time inside the database: expiries, period ends, reminders, digests, erasures. */
  lifecycle: { lanes: 8, slots: 1 },
  /** Advancing test clocks. Each may take minutes. */
  clocks: { lanes: 4, slots: 2 },
  /** Calls to payment providers. */
  providers: { lanes: 10, slots: 10 },
  /** The daily comparison with providers: many calls in a row. */
  reconciliations: { lanes: 2, slots: 4 },
  emails: { lanes: 10, slots: 10 },
  images: { lanes: 3, slots: 3 },
  /** The group is the endpoint, so that a slow endpoint does not delay other endpoints of its project. */
  webhooks: { lanes: 1, slots: 50 },
}

export const queueNames = Object.keys(queues) as QueueName[]

/** Processes the due rows of a group in a queue. The group is a project's id, or an endpoint's id in `webhooks`. */
export interface Turn {
  readonly queue: QueueName
  readonly group: number
  /** The rows whose id is this modulo the queue's lanes. */
  readonly lane: number
}

/** A turn that must run at some time. */
export interface WakeUp extends Turn {
  readonly dueAt: Date
}

/** Returns the lane that a row belongs to. */
export function laneOf(queue: QueueName, id: number): number {
  return id % queues[queue].lanes
}

/** Returns the wake-up for row `id` of a project, due at `dueAt`. */
export function wakeUpFor(queue: QueueName, projectId: number, id: number, dueAt: Date): WakeUp {
  return { queue, group: projectId, lane: laneOf(queue, id), dueAt }
}

/** Returns the wake-up of an endpoint at `dueAt`. One worker at a time sends its deliveries. */
export function endpointWakeUp(endpointId: number, dueAt: Date): WakeUp {
  return { queue: 'webhooks', group: endpointId, lane: 0, dueAt }
}

/** The kinds of row in `timers`; the part before the dot is the subject. */
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

/** The daily email about open tasks of a merchant: in each mode, and on each test clock by its own time. */
export type DigestKind = 'project.live_digest' | 'project.test_digest' | 'clock.digest'

/** The daily comparison of payments with their providers, in each mode. */
export type ReconcileKind = 'project.live_reconcile' | 'project.test_reconcile'

/** The name of `payment.follow_up` in an older release. Old rows may still exist; no code writes new ones. */
export type OldTimerKind = 'payment.settle'

interface TimerSettings {
  queue: QueueName
  /** The name of the subject's id in the log. */
  subject: string
}

export const timerKinds: Readonly<Record<TimerKind | OldTimerKind, TimerSettings>> = {
  'checkout.expire': { queue: 'lifecycle', subject: 'checkout_id' },
  'payment.follow_up': { queue: 'lifecycle', subject: 'payment_id' },
  'payment.settle': { queue: 'lifecycle', subject: 'payment_id' },
  'payment.ask': { queue: 'providers', subject: 'payment_id' },
  'refund.send': { queue: 'providers', subject: 'refund_id' },
  'subscription.step': { queue: 'lifecycle', subject: 'subscription_id' },
  'clock.advance': { queue: 'clocks', subject: 'test_clock_id' },
  'clock.delete': { queue: 'clocks', subject: 'test_clock_id' },
  'erasure.step': { queue: 'lifecycle', subject: 'erasure_id' },
  'project.live_digest': { queue: 'lifecycle', subject: 'project_id' },
  'project.test_digest': { queue: 'lifecycle', subject: 'project_id' },
  'clock.digest': { queue: 'lifecycle', subject: 'test_clock_id' },
  'project.live_reconcile': { queue: 'reconciliations', subject: 'project_id' },
  'project.test_reconcile': { queue: 'reconciliations', subject: 'project_id' },
}

/** Kinds that a worker processes in batches, several rows per transaction (docs/decisions/0008). */
export type ManyKind = 'checkout.expire' | 'subscription.step'

export const manyKinds: readonly ManyKind[] = ['checkout.expire', 'subscription.step']

export const TIMER_KINDS = Object.keys(timerKinds) as (TimerKind | OldTimerKind)[]
