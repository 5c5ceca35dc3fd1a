import type { Queue } from 'bullmq'
import { queueNames } from '../common/domain/jobs/catalog.ts'
import { MINUTE, SECOND } from '../common/kit/time.ts'
import { now, realNow } from '../common/runtime/clock.ts'
import { measureRedis } from '../common/runtime/measure-redis.ts'
import { gauge } from '../common/runtime/metrics.ts'
import { openQueue } from '../common/runtime/queues.ts'
import type { DueTable } from '../common/services/due-rows/due-table.ts'
import { dueTables } from '../common/services/due-rows/tables.ts'
import { countRetrying } from '../common/services/emails/retrying.ts'
import { checkInvariants, type Violations } from '../common/services/invariants/check.ts'
import { countDiscrepancies } from '../common/services/payments/providers/count-discrepancies.ts'
import { countFailingEndpoints, findBacklogs } from '../common/services/webhooks/endpoints/failing.ts'
import { measureWorkers } from '../common/services/workers/measure.ts'
import { onConnection, type Sql } from '../db/sql.ts'

/** Shortest interval between checks of the invariants, in milliseconds, no matter how often metrics are scraped. */
const CHECKED_EVERY = MINUTE
/** Endpoints shown with their backlog. */
const LATEST = 10
/** Upper limit when counting due rows. */
const COUNTED = 10_000

/** Adds metrics of waiting jobs in Redis, due rows in the database and violated invariants. */
export function measureState(): { stop: () => Promise<void> } {
  measureWorkers()
  measureRedis()
  const queues = queueNames.map((name) => openQueue(name))
  gauge('tolbor_queue_jobs', 'Jobs in Redis by queue and state', ['queue', 'state'], async () =>
    (await Promise.all(queues.map(jobsOf))).flat(),
  )
  gauge(
    'tolbor_queue_oldest_waiting_seconds',
    'Waiting time of the oldest job that could run',
    ['queue'],
    () => Promise.all(queues.map(ageOf)),
  )
  gauge('tolbor_due_rows', `Due rows that are not processed yet, up to ${COUNTED}`, ['table'], async () =>
    (await dueRows()).map(({ table, rows }) => ({ labels: { table }, value: rows })),
  )
  gauge('tolbor_due_oldest_seconds', 'Time since the oldest due row became due', ['table'], async () =>
    (await dueRows()).map(({ table, seconds }) => ({ labels: { table }, value: seconds })),
  )
  gauge(
    'tolbor_emails_retrying',
    `Emails that failed and wait for another try, up to ${COUNTED}`,
    [],
    async () => [{ labels: {}, value: (await retrying()).count }],
  )
  gauge(
    'tolbor_emails_retrying_oldest_seconds',
    'Time since the first try of the oldest email that waits for another try; 0 without one',
    [],
    async () => [{ labels: {}, value: (await retrying()).seconds }],
  )
  gauge(
    'tolbor_payment_discrepancies',
    'Differences between our records of payments and the records of their providers, found within the last day',
    [],
    async () => [{ labels: {}, value: await onConnection(countDiscrepancies) }],
  )
  gauge(
    'tolbor_webhook_endpoints_failing',
    'Active webhook endpoints whose receivers fail, so that their deliveries are paused: bin/tolbor webhooks failing',
    [],
    async () => [{ labels: {}, value: await onConnection(countFailingEndpoints) }],
  )
  gauge(
    'tolbor_webhook_backlog_oldest_seconds',
    `Time since the oldest delivery of an endpoint became due: the ${LATEST} latest endpoints, without failing ones`,
    ['endpoint_id'],
    async () =>
      (await onConnection((sql) => findBacklogs(sql, now(), LATEST))).map(({ id, since }) => ({
        labels: { endpoint_id: String(id) },
        value: (now().getTime() - since.getTime()) / SECOND,
      })),
  )
  gauge(
    'tolbor_invariant_violations',
    'Rows that violate an invariant; any value but 0 is a bug',
    ['invariant'],
    async () =>
      (await violations()).map(({ name, count }) => ({ labels: { invariant: name }, value: count })),
  )
  return {
    stop: async () => {
      await Promise.all(queues.map((queue) => queue.close().catch(() => undefined)))
    },
  }
}

async function jobsOf(queue: Queue) {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed')
  return Object.entries(counts).map(([state, value]) => ({ labels: { queue: queue.name, state }, value }))
}

async function ageOf(queue: Queue) {
  const [oldest] = await queue.getJobs(['waiting'], 0, 0, true)
  const since = oldest && oldest.timestamp + (oldest.opts.delay ?? 0)
  return {
    labels: { queue: queue.name },
    value: since === undefined ? 0 : Math.max(0, (realNow().getTime() - since) / 1000),
  }
}

interface Due {
  table: string
  rows: number
  /** Time since the oldest became due. */
  seconds: number
}

const dueRows = sharedRead((sql) => Promise.all(dueTables.map((table) => readDue(sql, table))))
const retrying = sharedRead(countRetrying)

/** Returns a function that reads from the database. Gauges that are scraped together share one read. */
function sharedRead<Result>(read: (sql: Sql) => Promise<Result>): () => Promise<Result> {
  let reading: Promise<Result> | undefined
  return () =>
    (reading ??= onConnection(read).finally(() => {
      reading = undefined
    }))
}

async function readDue(sql: Sql, { name, due }: DueTable): Promise<Due> {
  const at = now()
  const [text, ...values] = due(at, COUNTED)
  const row = await sql.row<{ count: number; oldest: Date | null }>(
    `SELECT COUNT(*) AS count, MIN(due_at) AS oldest
     FROM (${text}) due WHERE due_at <= ?`,
    [...values, at],
  )
  const { count, oldest } = row!
  return { table: name, rows: count, seconds: oldest ? (at.getTime() - oldest.getTime()) / 1000 : 0 }
}

let last: { at: number; found: Promise<Violations[]> } | undefined

function violations(): Promise<Violations[]> {
  if (last && performance.now() - last.at < CHECKED_EVERY) return last.found
  const found = onConnection((sql) => checkInvariants(sql, { now: now() }))
  last = { at: performance.now(), found }
  found.catch(() => (last = undefined))
  return found
}
