import { setTimeout as pause } from 'node:timers/promises'
import { later } from '../../common/kit/time.ts'
import { onConnection } from '../../db/sql.ts'
import { createShop } from '../fill/shop.ts'
import { seedEnding } from '../fill/subscriptions.ts'
import { openFloorQueue } from '../floors/queue.ts'
import type { Options } from '../options.ts'
import type { Side } from '../result.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { measurePairs } from '../run/pairs.ts'
import { progressBar } from '../run/progress.ts'
import { workRate } from '../run/work-rate.ts'
import type { Part } from './types.ts'

const COUNT = 100_000
const WORKERS = 2
/** Seconds of the measurement. */
const MEASURED = 20
/** The same with `--whole`: more than all rows take. */
const MEASURED_WHOLE = 30 * 60

/** Measures one pair only, which takes four minutes. */
export const periodEnds: Part = {
  about: '100 000 paid periods that end in the same second, two workers (--whole: until all have ended)',
  async run(options) {
    const measure = '100 000 period ends in one second, two workers'
    const queue = openFloorQueue()
    const measured = await measurePairs(
      measure,
      { pairs: 1 },
      () => endRate('floor', options, queue),
      () => endRate('service', options, queue),
    )
    await queue.close()
    return {
      rows: [{ ...{ measure, bar: 1_000, goal: 2_000 }, unit: 'a second', better: 'higher', ...measured }],
    }
  },
}

async function endRate(
  name: 'floor' | 'service',
  { whole, profile }: Options,
  queue: ReturnType<typeof openFloorQueue>,
): Promise<Side> {
  await queue.clear()
  await onConnection(async (sql) => {
    for (const table of ['customers', 'subscriptions', 'segments', 'holds', 'timers', 'events', 'emails'])
      await sql.run(`TRUNCATE ${table}`)
  })
  const { projectId } = await createShop()
  // Late enough for inserting all rows and adding all jobs before.
  const endsAt = later(new Date(), 30_000 + COUNT * 0.5)
  await seedEnding(
    (text, values) => onConnection((sql) => sql.run(text, values as never)),
    projectId,
    COUNT,
    endsAt,
    progressBar(`of ${COUNT} subscriptions inserted`, COUNT),
  )
  const workers = Array.from({ length: WORKERS }, () =>
    name === 'floor' ? startFloorWorker('end') : startWorker({ profile }),
  )
  if (name === 'floor') await queue.add(await subscriptions(), endsAt.getTime())
  await pause(Math.max(0, endsAt.getTime() - Date.now()))
  const side = await workRate({
    workers,
    done: () => count("subscriptions WHERE status = 'canceled'"),
    total: COUNT,
    from: 0,
    seconds: whole ? MEASURED_WHOLE : MEASURED,
  })
  await Promise.all(workers.map((worker) => end(worker)))
  await checkEnds()
  return side
}

/** Throws unless each subscription has ended once, with one event and one email, and has released its product. */
async function checkEnds(): Promise<void> {
  const counts = {
    ended: await count("subscriptions WHERE status = 'canceled' AND cancellation_reason = 'unpaid'"),
    events: await count("events WHERE type = 'subscription.canceled'"),
    distinct: await count(
      "(SELECT DISTINCT object_id FROM events WHERE type = 'subscription.canceled') once",
    ),
    emails: await count("emails WHERE kind = 'subscription_canceled'"),
    released: COUNT - (await count('holds')),
    done: COUNT - (await count("timers WHERE kind = 'subscription.step'")),
  }
  if (new Set(Object.values(counts)).size > 1)
    throw new Error(`Ends are lost or duplicate: ${JSON.stringify(counts)}`)
}

async function subscriptions(): Promise<number[]> {
  const rows = await onConnection((sql) => sql.rows<{ id: number }>('SELECT id FROM subscriptions'))
  return rows.map(({ id }) => id)
}

async function count(text: string): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`))
  return row!.n
}
