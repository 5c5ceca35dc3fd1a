import { setTimeout as pause } from 'node:timers/promises'
import { later } from '../../common/kit/time.ts'
import { onConnection } from '../../db/sql.ts'
import { openShop } from '../fill/shop.ts'
import { seedEnding } from '../fill/subscriptions.ts'
import { openFloorQueue } from '../floors/jobs.ts'
import type { Options } from '../options.ts'
import type { Side } from '../result.ts'
import { workRate } from '../run/background.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { inPairs } from '../run/pairs.ts'
import { progress } from '../run/say.ts'
import type { Part } from './part.ts'

const COUNT = 100_000
const WORKERS = 2
/** Seconds that are measured where it is not gone on to the end. */
const MEASURED = 20
const WHOLE = 30 * 60

/** Once: a pair takes four minutes. */
export const periodEnds: Part = {
  about: '100 000 paid periods that end in the same second, two workers (--whole: to the last of them)',
  async run(options) {
    const measure = '100 000 period ends in one second, two workers'
    const queue = openFloorQueue()
    const measured = await inPairs(
      measure,
      { pairs: 1 },
      () => ended('floor', options, queue),
      () => ended('service', options, queue),
    )
    await queue.close()
    return {
      rows: [{ ...{ measure, bar: 1_000, goal: 2_000 }, unit: 'a second', better: 'higher', ...measured }],
    }
  },
}

async function ended(
  name: 'floor' | 'service',
  { whole, profile }: Options,
  queue: ReturnType<typeof openFloorQueue>,
): Promise<Side> {
  await queue.clear()
  await onConnection(async (sql) => {
    for (const table of ['customers', 'subscriptions', 'segments', 'holds', 'timers', 'events', 'emails'])
      await sql.run(`TRUNCATE ${table}`)
  })
  const { projectId } = await openShop()
  // Far enough ahead to be written and woken for in time.
  const endsAt = later(new Date(), 30_000 + COUNT * 0.5)
  await seedEnding(
    (text, values) => onConnection((sql) => sql.run(text, values as never)),
    projectId,
    COUNT,
    endsAt,
    progress(`of ${COUNT} subscriptions are written`, COUNT),
  )
  const workers = Array.from({ length: WORKERS }, () =>
    name === 'floor' ? startFloorWorker('end') : startWorker({ profile }),
  )
  if (name === 'floor') await queue.add(await subscriptions(), endsAt.getTime())
  await pause(Math.max(0, endsAt.getTime() - Date.now()))
  const side = await workRate({
    workers,
    done: () => count("subscriptions WHERE status = 'canceled'"),
    whole: COUNT,
    from: 0,
    seconds: whole ? WHOLE : MEASURED,
  })
  await Promise.all(workers.map((worker) => end(worker)))
  await check()
  return side
}

/** Each has ended once, with one event and one email, and holds its product no more. */
async function check(): Promise<void> {
  const counts = {
    ended: await count("subscriptions WHERE status = 'canceled' AND cancellation_reason = 'unpaid'"),
    events: await count("events WHERE type = 'subscription.canceled'"),
    told: await count("(SELECT DISTINCT object_id FROM events WHERE type = 'subscription.canceled') once"),
    emails: await count("emails WHERE kind = 'subscription_canceled'"),
    released: COUNT - (await count('holds')),
    done: COUNT - (await count("timers WHERE kind = 'subscription.step'")),
  }
  if (new Set(Object.values(counts)).size > 1)
    throw new Error(`endings are lost or doubled: ${JSON.stringify(counts)}`)
}

async function subscriptions(): Promise<number[]> {
  const rows = await onConnection((sql) => sql.rows<{ id: number }>('SELECT id FROM subscriptions'))
  return rows.map(({ id }) => id)
}

async function count(text: string): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`))
  return row!.n
}
