import { DelayedError, type Job, Worker } from 'bullmq'
import { type JobName, type Jobs, subjectIdOf } from '../common/jobs/catalog.ts'
import { MINUTE, SECOND } from '../common/kit/time.ts'
import { realNow } from '../common/runtime/clock.ts'
import { config } from '../common/runtime/config.ts'
import { log, trace } from '../common/runtime/log.ts'
import { QUEUE_PREFIX, queueNames } from '../common/runtime/queues.ts'
import type { RedisClient } from '../common/runtime/redis.ts'
import { EARLY } from '../common/timers/lock.ts'
import { CANARY_QUEUE, markAlive } from './canary.ts'
import { handlers } from './handlers.ts'

/** A crashed worker's job is handed on after this long; how often does not matter, the row decides. */
const STALLED_AFTER = 10_000
const STALLED_AT_MOST = 1_000_000

/** Takes jobs from every queue. Each has slots of its own, so that slow receivers never delay an expiry. */
export function consume(connection: RedisClient): Worker[] {
  return queueNames.map((name) => {
    const worker = new Worker(name, handle, {
      connection,
      prefix: QUEUE_PREFIX,
      concurrency: config().workerConcurrency,
      stalledInterval: STALLED_AFTER,
      lockDuration: STALLED_AFTER, // renewed at half time; a killed worker's job is free after it
      maxStalledCount: STALLED_AT_MOST,
      skipVersionCheck: true,
    })
    worker.on('error', (error) => {
      log().debug({ queue: name, error: error.message }, 'queue trouble; the scanner stands by')
    })
    return worker
  })
}

type Data = Jobs[JobName] & { requestId?: string }

/** A job that fails is only logged: its row stays due, and the scanner wakes it again. */
async function handle(job: Job<Data>, token?: string): Promise<void> {
  const { queueName, name, id, data } = job
  if (queueName === CANARY_QUEUE) markAlive()
  const handler = handlers[name as JobName] as ((data: Data) => Promise<unknown>) | undefined
  if (name === 'canary') return
  if (!handler) return leaveToOthers(job, token)
  await putBackEarly(job, token)
  await trace.run(traceOf(name as JobName, data), async () => {
    const started = performance.now()
    try {
      await handler(data)
      log().debug({ ms: Math.round(performance.now() - started) }, 'job done')
    } catch (error) {
      log().error({ err: error, job_id: id }, 'a job failed; its row stays due and is tried again')
    }
  })
}

/**
 * Redis hands a job out when it is due by the clock of the worker that asks. Where that is fast, the row is
 * not due yet, and the job would be gone: it waits on, by the same clock.
 */
async function putBackEarly(job: Job<Data>, token?: string): Promise<void> {
  const early = job.timestamp + (job.opts.delay ?? 0) - realNow().getTime()
  if (early <= EARLY) return
  await job.moveToDelayed(Date.now() + early, token)
  throw new DelayedError()
}

/** Processes of two releases stand side by side for so long at most, in milliseconds; the scanner finds what is left. */
const OTHERS_WITHIN = 2 * MINUTE
const OTHERS_TRY_AFTER = SECOND

/** What only another release knows waits for one of its processes. */
async function leaveToOthers(job: Job<Data>, token?: string): Promise<void> {
  const late = realNow().getTime() - (job.timestamp + (job.opts.delay ?? 0))
  if (late > OTHERS_WITHIN) return
  await job.moveToDelayed(Date.now() + OTHERS_TRY_AFTER, token)
  throw new DelayedError()
}

/** Whose job it is, and whose request caused it. */
function traceOf(job: JobName, { requestId, ...subject }: Data) {
  const [id] = Object.values(subject) as (number | number[] | undefined)[]
  const request = requestId === undefined ? {} : { request_id: requestId }
  return {
    job,
    ...(id !== undefined && { [subjectIdOf[job]]: typeof id === 'number' ? id : id.length }),
    ...request,
  }
}
