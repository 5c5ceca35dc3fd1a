import { setTimeout as pause } from 'node:timers/promises'
import { later } from '../common/kit/time.ts'
import { closeDatabase } from '../db/connection.ts'
import { onConnection } from '../db/sql.ts'
import { seedEnding } from './ending.ts'
import { machine } from './report.ts'
import { openShop } from './seed.ts'
import { endWorker, endWorkers, startWorker } from './workers.ts'

/**
 * How long two workers take to end very many subscriptions whose paid periods end in the same second,
 * and whether each was ended once. `bin/bench period-end [how many]` runs it.
 */
const COUNT = Number(process.argv[2] ?? 100_000)
const WORKERS = 2
const GIVE_UP_AFTER = 30 * 60_000

async function count(text: string): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`))
  return row!.n
}

/** Waits until nothing of `text` is left and says now and then how far it is; answers how long it took. */
async function untilNone(text: string): Promise<number> {
  const started = Date.now()
  for (let said = started; ; await pause(200)) {
    const left = await count(text)
    if (left === 0) return Date.now() - started
    if (Date.now() - started > GIVE_UP_AFTER) throw new Error(`${left} are left after half an hour`)
    if (Date.now() - said < 10_000) continue
    said = Date.now()
    console.log(`${left} left`)
  }
}

async function main(): Promise<void> {
  const { projectId } = await openShop()
  // Far enough ahead to be written and woken for in time.
  const endsAt = later(new Date(), 30_000 + COUNT * 0.6)
  await seedEnding(
    (text, values) => onConnection((sql) => sql.run(text, values as never)),
    projectId,
    COUNT,
    endsAt,
  )
  const workers = Array.from({ length: WORKERS }, startWorker)
  const armed = await untilNone('timers WHERE armed_until IS NULL')
  console.log(`${COUNT} wake-ups were set in ${Math.round(armed / 1_000)} s, beside a scan every 5 s`)
  await pause(Math.max(0, endsAt.getTime() - Date.now()))
  await untilNone("timers WHERE kind = 'subscription.step'")
  const took = Date.now() - endsAt.getTime()
  await Promise.all(workers.map((worker) => endWorker(worker, 'SIGTERM')))
  const ended = await count("subscriptions WHERE status = 'canceled' AND cancellation_reason = 'unpaid'")
  const events = await count("events WHERE type = 'subscription.canceled'")
  const told = await count(
    "(SELECT DISTINCT object_id FROM events WHERE type = 'subscription.canceled') once",
  )
  const letters = await count("emails WHERE kind = 'subscription_canceled'")
  console.log(JSON.stringify(machine()))
  console.log(
    `${ended} periods ended by ${WORKERS} workers in ${(took / 1_000).toFixed(1)} s, ${Math.round((ended * 1_000) / took)} a second`,
  )
  console.log(
    `events ${events}, of so many subscriptions ${told}; letters ${letters}; held still ${await count('holds')}`,
  )
  if ([ended, events, told, letters].some((number) => number !== COUNT))
    throw new Error('some were lost or doubled')
}

try {
  await main()
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  await endWorkers()
  await closeDatabase()
}
