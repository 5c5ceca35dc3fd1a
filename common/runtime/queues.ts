import { once } from 'node:events'
import { setImmediate as readAnswers, setTimeout as pause } from 'node:timers/promises'
import type * as BullMQ from 'bullmq'
import { type QueueName, queueNames, type Turn, type WakeUp } from '../domain/jobs/catalog.ts'
import { lazily } from '../kit/lazily.ts'
import { HOUR, MINUTE, SECOND } from '../kit/time.ts'
import { realNow } from './clock.ts'
import { config } from './config.ts'
import { log, messageOf } from './log.ts'
import { connectRedis, type RedisClient } from './redis.ts'

/** Name of a job for a turn. Its data: `Turn` without the queue. */
export const TURN = 'turn'
/** Name of a delayed job that adds a turn when due. Its data has the due time in Unix milliseconds. */
export const WAKE_UP = 'wake-up'

/** Returns the key prefix of a queue. The hash tag keeps one queue's keys on one node of a Redis Cluster. */
export function queuePrefix(name: QueueName): string {
  return `{tolbor-${name}}`
}

/** Milliseconds for which wake-ups are collected into one call: one call per request cost 25 % of throughput. */
const COLLECT_FOR = 10
const GIVE_UP_AFTER = 200
/** Jobs per call. Redis must answer each call within `GIVE_UP_AFTER`, also on a busy machine; thousands would take longer. */
const JOBS_PER_CALL = 50

/** Retries belong to the rows, not to the jobs. */
const JOB = { attempts: 1, removeOnComplete: true, removeOnFail: true }

/** Wake-ups of a lane within the same step share a job: 100 ms if due within a minute, else a second. */
const NEAR = { until: MINUTE, step: 100 }
const FAR_STEP = SECOND
/** Milliseconds that a wake-up is late, so that a process with a slightly slow clock finds its row due. */
const MARGIN = 20

/** Size of the set of far wake-ups already sent, which are not sent again. */
const MOST_REMEMBERED = 100_000

let connection: RedisClient | undefined
const bullmq = lazily<typeof BullMQ>('bullmq')
const open = new Map<QueueName, BullMQ.Queue>()
let collected = new Map<string, WakeUp>()
const sent = new Set<string>()
let flushing: Promise<boolean> | undefined
let flushedAt = -Infinity
let refused: string | null = null
const counts = { sent: 0, dropped: 0 }

/** Returns the connection that job producers, caches and rate limits share. */
export function producer(): RedisClient {
  return (connection ??= connectRedis('web'))
}

/** Waits until Redis is connected for the first time, at most `longest` milliseconds. */
export async function untilConnected(longest: number): Promise<void> {
  const redis = producer()
  if (redis.status === 'ready') return
  const ready = once(redis, 'ready').catch(() => undefined) // rejects on a connection error, which the connection logs
  await Promise.race([ready, pause(longest, undefined, { ref: false })])
}

/** Opens a BullMQ queue, to inspect it or add jobs. */
export function openQueue(name: QueueName, redis: RedisClient = producer()): BullMQ.Queue {
  const { Queue } = bullmq()
  const queue = new Queue(name, {
    connection: redis,
    prefix: queuePrefix(name),
    defaultJobOptions: JOB,
    skipVersionCheck: true,
  })
  queue.on('error', () => undefined) // the connection logs its own errors, once
  return queue
}

function queue(name: QueueName): BullMQ.Queue {
  const known = open.get(name) ?? openQueue(name)
  open.set(name, known)
  return known
}

/**
 * Sends wake-ups soon after the commit of their rows. Never fails: after a lost wake-up a worker's scanner
 * finds the row within a second or two. Rows due beyond the horizon get no wake-up; the scanner finds them.
 */
export function wake(wakeUps: readonly WakeUp[]): void {
  for (const wakeUp of wakeUps) collect(wakeUp)
  if (collected.size > 0)
    flushing ??= pause(Math.max(0, flushedAt + COLLECT_FOR - performance.now())).then(flushWakeUps)
}

function collect(wakeUp: WakeUp): void {
  const ahead = wakeUp.dueAt.getTime() - realNow().getTime()
  if (ahead > config().queueHorizonHours * HOUR) return
  const rounded = { ...wakeUp, dueAt: ahead <= 0 ? new Date(0) : roundUp(wakeUp.dueAt, ahead) }
  const key = idOf(rounded)
  if (ahead > NEAR.until) {
    if (sent.has(key)) return
    if (sent.size >= MOST_REMEMBERED) sent.clear()
    sent.add(key)
  }
  collected.set(key, rounded)
}

function roundUp(dueAt: Date, ahead: number): Date {
  const step = ahead <= NEAR.until ? NEAR.step : FAR_STEP
  return new Date(Math.ceil(dueAt.getTime() / step) * step + MARGIN)
}

/** Returns a job id. BullMQ refuses an id with `:` or with digits only. */
function idOf({ queue, group, lane, dueAt }: WakeUp): string {
  return `${queue}-${group}-${lane}-${dueAt.getTime()}`
}

/** Sends the collected wake-ups now. Returns whether Redis took all of them. */
export async function flushWakeUps(): Promise<boolean> {
  const batch = [...collected.values()]
  collected = new Map()
  flushing = undefined
  flushedAt = performance.now()
  return add(batch, jobOf)
}

/** Adds turns now. Returns whether Redis took them all. */
export function addTurns(turns: readonly Turn[]): Promise<boolean> {
  return add(turns, turnJob)
}

/**
 * Adds the turns that are neither waiting nor running. Returns whether Redis took them all. Every worker
 * calls it every second: adding thousands of existing turns would cost far more than checking for them.
 */
export async function addMissingTurns(turns: readonly Turn[]): Promise<boolean> {
  try {
    const missing: Turn[] = []
    for (let start = 0; start < turns.length; start += JOBS_PER_CALL)
      missing.push(...(await Promise.race([missingOf(turns.slice(start, start + JOBS_PER_CALL)), tooLate()])))
    if (missing.length > 0) return await addTurns(missing)
    // While Redis refuses writes, no worker can take the turns that wait there.
    await probeRedis()
    return refused === null
  } catch (error) {
    noteWrite(error)
    return false
  }
}

async function missingOf(turns: readonly Turn[]): Promise<Turn[]> {
  const missing: Turn[] = []
  for (const name of queueNames) {
    const some = turns.filter(({ queue }) => queue === name)
    if (some.length === 0) continue
    const found = await Promise.all(some.map((turn) => queue(name).getDeduplicationJobId(turnId(turn))))
    missing.push(...some.filter((_, index) => !found[index]))
  }
  return missing
}

type ToJob<One> = (one: One) => Parameters<BullMQ.Queue['addBulk']>[0][number]

async function add<One extends Turn>(batch: readonly One[], toJob: ToJob<One>): Promise<boolean> {
  if (batch.length === 0) return true
  try {
    for (let start = 0; start < batch.length; start += JOBS_PER_CALL)
      await addTogether(batch.slice(start, start + JOBS_PER_CALL), toJob)
    counts.sent += batch.length
    noteWrite(null)
    return true
  } catch (error) {
    counts.dropped += batch.length
    sent.clear()
    noteWrite(error)
    return false
  }
}

async function addTogether<One extends Turn>(some: readonly One[], toJob: ToJob<One>): Promise<void> {
  const adding = Promise.all(
    queueNames.map(async (name) => {
      const jobs = some.filter((one) => one.queue === name).map(toJob)
      if (jobs.length > 0) await queue(name).addBulk(jobs)
    }),
  )
  await Promise.race([adding, tooLate()])
}

/** Logs when Redis starts to refuse writes, and when it accepts them again. */
function noteWrite(error: unknown): void {
  const before = refused
  refused = error === null ? null : messageOf(error)
  if (before === null && refused !== null)
    log().warn({ error: refused }, 'Redis refuses jobs; workers scan the database every second instead')
  if (before !== null && refused === null) log().info('Redis accepts jobs again')
}

/** Writes a small key next to each queue if Redis refused this process's last write, to detect that it accepts writes again. */
export async function probeRedis(): Promise<void> {
  if (refused !== null) await redisRefusal()
}

/**
 * Writes a small key next to each queue, so that every node of a Redis Cluster that holds jobs is asked. Returns null
 * if Redis took all of them, otherwise its error, such as `OOM command not allowed when used memory > 'maxmemory'`.
 */
export async function redisRefusal(): Promise<string | null> {
  try {
    const writes = queueNames.map((name) => producer().set(`${queuePrefix(name)}:probe`, '1', 'PX', MINUTE))
    await Promise.race([Promise.all(writes), tooLate()]) // a Cluster without a node keeps commands forever
    noteWrite(null)
  } catch (error) {
    noteWrite(error)
  }
  return refused
}

/** Returns the job of a wake-up. Its timestamp is the database's time, so this machine's clock does not matter. */
function jobOf({ dueAt, ...turn }: WakeUp) {
  if (dueAt.getTime() === 0) return turnJob(turn)
  const timestamp = realNow().getTime()
  return {
    name: WAKE_UP,
    data: { group: turn.group, lane: turn.lane, at: dueAt.getTime() },
    opts: { jobId: idOf({ ...turn, dueAt }), timestamp, delay: Math.max(0, dueAt.getTime() - timestamp) },
  }
}

/** Returns the job of a turn. A lane has at most one waiting turn; one added during a turn is queued after it. */
function turnJob({ group, lane }: Turn) {
  return {
    name: TURN,
    data: { group, lane },
    opts: { deduplication: { id: turnId({ group, lane }), keepLastIfActive: true } },
  }
}

/** Returns the deduplication id of a lane's turn. */
function turnId({ group, lane }: Pick<Turn, 'group' | 'lane'>): string {
  return `${group}-${lane}`
}

/** Rejects after `GIVE_UP_AFTER`, but first reads answers that arrived while this process was busy. */
async function tooLate(): Promise<never> {
  await pause(GIVE_UP_AFTER, undefined, { ref: false })
  await readAnswers()
  await readAnswers()
  throw new Error(`Redis did not answer within ${GIVE_UP_AFTER} ms`)
}

/**
 * Deletes the waiting and delayed jobs of a queue and returns their number. It has its own connection, without
 * the time limit of a producer's commands: a queue of many thousand jobs takes longer.
 */
export async function deleteJobs(name: QueueName): Promise<number> {
  const redis = connectRedis('worker')
  const queue = openQueue(name, redis)
  try {
    const counts = await queue.getJobCounts('waiting', 'delayed')
    await queue.drain(true)
    return Object.values(counts).reduce((sum, count) => sum + count, 0)
  } finally {
    await queue.close()
    redis.disconnect()
  }
}

/** Queues of releases before 0.2.0, all under one prefix. Their workers also scan the database. */
const FORMER = { prefix: '{tolbor}', names: ['lifecycle', 'providers', 'webhooks', 'emails', 'images'] }

/** Deletes the queues that older releases left in Redis. */
export async function deleteFormerQueues(): Promise<void> {
  const { Queue } = bullmq()
  for (const name of FORMER.names) {
    const former = new Queue(name, { connection: producer(), prefix: FORMER.prefix, skipVersionCheck: true })
    await former.obliterate({ force: true })
    await former.close()
  }
}

/** Returns how many wake-ups and turns this process has sent, and how many Redis refused. */
export function jobCounts(): Readonly<typeof counts> {
  return counts
}

/** Sends the remaining wake-ups and closes the connection. */
export async function closeQueues(): Promise<void> {
  await flushWakeUps()
  await Promise.all(Array.from(open.values(), (one) => one.close().catch(() => undefined)))
  open.clear()
  connection?.disconnect()
  connection = undefined
}
