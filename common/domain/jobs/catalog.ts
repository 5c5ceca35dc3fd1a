/**
 * The queues. A job is a turn: "process the due rows of this group in this queue". The due rows are in MySQL, so a
 * queue in Redis holds at most one waiting job per group and lane, and its order is a round robin over groups
 * (docs/decisions/0009-turns.md).
 */
export type QueueName =
  'lifecycle' | 'clocks' | 'providers' | 'reconciliations' | 'emails' | 'images' | 'webhooks'

interface QueueSettings {
  /** Maximum number of turns of one group that run at the same time in all workers. Each processes the rows of its lane. */
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
  /** The daily comparison with providers, and imports of bank statements: many calls in a row. */
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

/** How a kind of row in `timers` is processed. */
interface JobSettings {
  queue: QueueName
  /** The name of the subject's id in the log. */
  subject: string
  /** It takes more than one transaction: it calls other services, or takes many steps. */
  isLong?: true
  /** A worker processes several rows in one transaction (docs/decisions/0008-due-rows-in-batches.md). */
  isBatched?: true
  /** An older release wrote it under this name. Old rows may still exist; no code writes new ones. */
  isOld?: true
}

/**
 * Defines a kind of job. A job is a row in `timers`; the part of its name before the dot is the subject. Everything else
 * derives from this entry: its queue and wake-ups, the names in logs and metrics, and where its handler belongs, without
 * which the service does not compile (`timerSteps`, or `longJobs` if it `isLong`; `batchable` as well if it `isBatched`).
 */
function defineJob<const Settings extends JobSettings>(settings: Settings): Settings {
  return settings
}

export const jobs = {
  'checkout.expire': defineJob({ queue: 'lifecycle', subject: 'checkout_id', isBatched: true }),
  'payment.follow_up': defineJob({ queue: 'lifecycle', subject: 'payment_id' }),
  'payment.settle': defineJob({ queue: 'lifecycle', subject: 'payment_id', isOld: true }),
  'payment.ask': defineJob({ queue: 'providers', subject: 'payment_id', isLong: true }),
  'refund.send': defineJob({ queue: 'providers', subject: 'refund_id', isLong: true }),
  'subscription.step': defineJob({ queue: 'lifecycle', subject: 'subscription_id', isBatched: true }),
  'clock.advance': defineJob({ queue: 'clocks', subject: 'test_clock_id', isLong: true }),
  'clock.delete': defineJob({ queue: 'clocks', subject: 'test_clock_id' }),
  /** Confirms the lines of a bank statement that a member has imported. */
  'statement.import': defineJob({ queue: 'reconciliations', subject: 'import_id', isLong: true }),
  'erasure.step': defineJob({ queue: 'lifecycle', subject: 'erasure_id' }),
  /** The daily email about a merchant's open tasks, in each mode, and on each test clock by its own time. */
  'project.live_digest': defineJob({ queue: 'lifecycle', subject: 'project_id' }),
  'project.test_digest': defineJob({ queue: 'lifecycle', subject: 'project_id' }),
  'clock.digest': defineJob({ queue: 'lifecycle', subject: 'test_clock_id' }),
  /** The daily comparison of payments with their providers, in each mode. */
  'project.live_reconcile': defineJob({ queue: 'reconciliations', subject: 'project_id', isLong: true }),
  'project.test_reconcile': defineJob({ queue: 'reconciliations', subject: 'project_id', isLong: true }),
}

type Jobs = typeof jobs
/** The kinds whose entry has a setting. */
type KindWith<Setting> = {
  [Kind in keyof Jobs]: Jobs[Kind] extends Setting ? Kind : never
}[keyof Jobs]

/** Every kind of job that a row in `timers` may have. */
export type JobKind = keyof Jobs
export type OldJobKind = KindWith<{ isOld: true }>
/** A kind that is written. */
export type NewJobKind = Exclude<JobKind, OldJobKind>
export type LongJobKind = KindWith<{ isLong: true }>
/** A kind whose step is a single transaction. */
export type StepKind = Exclude<JobKind, LongJobKind>
export type BatchedKind = KindWith<{ isBatched: true }>
export type DigestKind = Extract<JobKind, `${string}.${string}digest`>
export type ReconcileKind = Extract<JobKind, `project.${string}_reconcile`>

export const jobKinds = Object.keys(jobs) as JobKind[]

/** Returns whether rows of this kind are processed in batches. */
export function isBatched(kind: JobKind): kind is BatchedKind {
  return 'isBatched' in jobs[kind]
}
