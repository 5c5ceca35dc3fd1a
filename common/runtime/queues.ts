import { setTimeout as pause } from 'node:timers/promises'
import type * as BullMQ from 'bullmq'
import { jobId, type NewJob, type QueueName, queueOf } from '../jobs/catalog.ts'
import { lazily } from '../kit/lazily.ts'
import { HOUR, later } from '../kit/time.ts'
import { realNow } from './clock.ts'
import { config } from './config.ts'
import { log, trace } from './log.ts'
import { connectRedis, type RedisClient } from './redis.ts'

/** In braces, so that all keys of a queue land on one node of a Redis Cluster. */
export const QUEUE_PREFIX = '{tolbor}'

export const queueNames: QueueName[] = ['lifecycle', 'providers', 'webhooks', 'emails', 'images']

/**
 * Between two calls, in milliseconds: jobs of several transactions travel together, one call per request costs a quarter
 * of the speed. Where nothing has been sent for so long nobody waits.
 */
const APART = 10
const GIVE_UP_AFTER = 200

/** Jobs carry no retries of their own: those belong to the rows. */
const JOB = { attempts: 1, removeOnComplete: true, removeOnFail: true }

interface Collected {
  wake: NewJob
  requestId: string | undefined
}

/** Enough for all that are asked for at one time of day. */
const SECONDS_KEPT = 100_000

let connection: RedisClient | undefined
const bullmq = lazily<typeof BullMQ>('bullmq')
const queues = new Map<QueueName, BullMQ.Queue>()
let collected: Collected[] = []
const seconds = new Set<number>()
let flushing: Promise<boolean> | undefined
let sentAt = -Infinity
const counts = { sent: 0, dropped: 0 }

/** The producers' own connection to Redis. */
export function producer(): RedisClient {
  return (connection ??= connectRedis('web'))
}

function queue(name: QueueName): BullMQ.Queue {
  let open = queues.get(name)
  if (!open) {
    const { Queue } = bullmq()
    open = new Queue(name, {
      connection: producer(),
      prefix: QUEUE_PREFIX,
      defaultJobOptions: JOB,
      skipVersionCheck: true,
    })
    open.on('error', () => undefined) // the connection logs its own troubles, once
    queues.set(name, open)
  }
  return open
}

/** Until when a due time is near enough for a job; a later row waits in MySQL for the scanner. */
export function horizon(now: Date): Date {
  return later(now, config().queueHorizonHours * HOUR)
}

/**
 * Sends jobs soon, and never fails: one that is lost is sent again by the scanner. Call it after
 * the commit of the rows it is for.
 */
export function addJobs(wakeUps: readonly NewJob[]): void {
  if (wakeUps.length === 0) return
  const requestId = trace.getStore()?.request_id
  const wanted = wakeUps.filter(isNew)
  if (wanted.length === 0) return
  // A second is many requests'. Whose each timer is says its row.
  for (const wake of wanted)
    collected.push({ wake, requestId: wake.name === 'timers.wake' ? undefined : requestId })
  flushing ??= pause(Math.max(0, sentAt + APART - performance.now())).then(flushJobs)
}

/** Sends jobs and answers whether Redis took them. */
export type SendJobs = (wakeUps: readonly NewJob[]) => Promise<boolean>

/** As `addJobs`, at once. */
export const sendJobs: SendJobs = (wakeUps) => {
  addJobs(wakeUps)
  return flushJobs()
}

/** Whether this process has not sent it lately: all that is due in one second has one job. A lost one is the scanner's. */
function isNew(wake: NewJob): boolean {
  if (wake.name !== 'timers.wake') return true
  if (seconds.has(wake.subject)) return false
  if (seconds.size >= SECONDS_KEPT) seconds.clear()
  seconds.add(wake.subject)
  return true
}

/** Sends what is collected now, and answers whether Redis took all of it. */
export async function flushJobs(): Promise<boolean> {
  const batch = collected
  collected = []
  flushing = undefined
  if (batch.length === 0) return true
  sentAt = performance.now()
  try {
    const adding = Promise.all(
      queueNames.map(async (name) => {
        const entries = batch.filter(({ wake }) => queueOf[wake.name] === name)
        if (entries.length > 0) await queue(name).addBulk(entries.map(jobOf))
      }),
    )
    await Promise.race([adding, overdue(adding)])
    counts.sent += batch.length
    return true
  } catch (error) {
    counts.dropped += batch.length
    seconds.clear()
    log().debug({ error: String(error), count: batch.length }, 'wake-ups not sent; the scanner will')
    return false
  }
}

/** Redis keeps the sum of the two for when the job is due: with our own clock's time it would be the database's nowhere. */
function jobOf({ wake, requestId }: Collected) {
  const timestamp = realNow().getTime()
  const delay = Math.max(0, wake.dueAt.getTime() - timestamp)
  return {
    name: wake.name,
    data: { ...wake.data, requestId },
    opts: { jobId: jobId(wake), timestamp, delay },
  }
}

async function overdue(adding: Promise<unknown>): Promise<never> {
  adding.catch(() => undefined) // it may still fail after we have stopped waiting
  await pause(GIVE_UP_AFTER, undefined, { ref: false })
  throw new Error(`Redis did not answer within ${GIVE_UP_AFTER} ms`)
}

/** Jobs that this process has sent, and those that Redis did not take. */
export function jobCounts(): Readonly<typeof counts> {
  return counts
}

/** Sends what is left and closes the connection. */
export async function closeQueues(): Promise<void> {
  await flushJobs()
  await Promise.all(Array.from(queues.values(), (open) => open.close().catch(() => undefined)))
  queues.clear()
  connection?.disconnect()
  connection = undefined
}
