import { setTimeout as pause } from 'node:timers/promises'
import { type Job, Worker } from 'bullmq'
import { type QueueName, queueNames, queues, type Turn } from '../common/domain/jobs/catalog.ts'
import { SECOND } from '../common/kit/time.ts'
import { realNow } from '../common/runtime/clock.ts'
import { config } from '../common/runtime/config.ts'
import { log } from '../common/runtime/log.ts'
import { addTurns, queuePrefix, TURN, WAKE_UP } from '../common/runtime/queues.ts'
import type { RedisClient } from '../common/runtime/redis.ts'
import { takeTurn } from './take-turn.ts'

/** Milliseconds until another worker takes the job of a killed one, no matter how often it stalled before. */
const STALLED_AFTER = 10_000
const STALLED_AT_MOST = 1_000_000

/** Takes jobs from every queue. Each queue has its own slots, so that slow receivers never delay an expiry. */
export function consume(connection: RedisClient): Worker[] {
  return queueNames.map((name) => {
    const worker = new Worker(name, (job: Job<Data>) => tracked(handle(name, job)), {
      connection,
      prefix: queuePrefix(name),
      concurrency: queues[name].slots * config().workerConcurrency,
      stalledInterval: STALLED_AFTER,
      lockDuration: STALLED_AFTER, // renewed at half of this
      maxStalledCount: STALLED_AT_MOST,
      runRetryDelay: SECOND,
      skipVersionCheck: true,
    })
    worker.on('error', (error) => {
      log().debug({ queue: name, error: error.message }, 'queue error; the scanner takes over')
    })
    return worker
  })
}

/** The jobs that this process has taken and not finished. */
const running = new Set<Promise<void>>()

function tracked(work: Promise<void>): Promise<void> {
  const job = work.finally(() => running.delete(job))
  running.add(job)
  return job
}

/** Time for Redis to record the end of the last job, in milliseconds. */
const RECORDED_WITHIN = SECOND

/**
 * Finishes the current jobs and takes no more. A worker of BullMQ waits for the end of its connection, which ioredis does not
 * report while it reconnects: so the wait ends a second after the last job. A job whose end Redis has not recorded runs again,
 * and finds no due row.
 */
export async function closeAll(workers: readonly Worker[]): Promise<void> {
  await Promise.race([Promise.all(workers.map((worker) => worker.close())), jobsEnd()])
}

async function jobsEnd(): Promise<void> {
  do {
    await Promise.allSettled(running)
    await pause(RECORDED_WITHIN)
  } while (running.size > 0)
}

interface Data {
  group: number
  lane: number
  /** Due time of a wake-up in Unix milliseconds. */
  at?: number
}

async function handle(queue: QueueName, { name, data: { group, lane, at } }: Job<Data>): Promise<void> {
  const turn = { queue, group, lane }
  if (name === WAKE_UP) return wakeUp(turn, at ?? 0)
  // Another release may add other kinds of jobs. Skip them: the scanner finds their rows.
  if (name !== TURN) return
  if ((await takeTurn(turn)) === 'more') await addTurns([turn])
}

/** Adds the turn of a wake-up. A worker with a fast clock gets jobs early, so an early one waits here. */
async function wakeUp(turn: Turn, at: number): Promise<void> {
  const early = at - realNow().getTime()
  if (early <= 0) await addTurns([turn])
  // The scanner finds wake-ups that are lost with this process or are further ahead.
  else if (early <= KEEP_AT_MOST) setTimeout(() => void addTurns([turn]), early).unref()
}

/** Longest time to hold an early wake-up, in milliseconds: about one interval of the scanner. */
const KEEP_AT_MOST = SECOND
