import { Queue } from 'bullmq'
import type { DueTable } from '../common/due-rows/due-table.ts'
import { dueTables } from '../common/due-rows/tables.ts'
import { checkInvariants, type Violations } from '../common/invariants/check.ts'
import { MINUTE } from '../common/kit/time.ts'
import { now, realNow } from '../common/runtime/clock.ts'
import { gauge } from '../common/runtime/metrics.ts'
import { producer, QUEUE_PREFIX, queueNames } from '../common/runtime/queues.ts'
import { onConnection, type Sql } from '../db/sql.ts'

/** Invariants are looked at this seldom, in milliseconds, however often somebody asks. */
const CHECKED_EVERY = MINUTE
/** Due rows are counted up to here: more is as bad. */
const COUNTED = 10_000

/** Lets a worker tell what is waiting: in Redis, in the database, and what should not be there at all. */
export function measureState(): { stop: () => Promise<void> } {
  const queues = queueNames.map((name) => {
    const queue = new Queue(name, { connection: producer(), prefix: QUEUE_PREFIX, skipVersionCheck: true })
    queue.on('error', () => undefined)
    return queue
  })
  gauge('tolbor_queue_jobs', 'Jobs in Redis by queue and state', ['queue', 'state'], async () =>
    (await Promise.all(queues.map(jobsOf))).flat(),
  )
  gauge(
    'tolbor_queue_oldest_waiting_seconds',
    'How long the oldest job that could run has been waiting',
    ['queue'],
    () => Promise.all(queues.map(ageOf)),
  )
  gauge('tolbor_due_rows', `Rows that are due and not taken up, up to ${COUNTED}`, ['table'], async () =>
    (await dueRows()).map(({ table, rows }) => ({ labels: { table }, value: rows })),
  )
  gauge('tolbor_due_oldest_seconds', 'How long the oldest of them has been due', ['table'], async () =>
    (await dueRows()).map(({ table, seconds }) => ({ labels: { table }, value: seconds })),
  )
  gauge(
    'tolbor_invariant_violations',
    'Rows that contradict what must always hold; anything but 0 is a fault',
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
  /** How long the oldest has been due. */
  seconds: number
}

let looking: Promise<Due[]> | undefined

/** Figures that are asked for together come from one look. */
function dueRows(): Promise<Due[]> {
  looking ??= onConnection((sql) => Promise.all(dueTables.map((table) => lookAt(sql, table)))).finally(() => {
    looking = undefined
  })
  return looking
}

async function lookAt(sql: Sql, { name, due }: DueTable): Promise<Due> {
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
