import { onConnection } from '../../db/sql.ts'
import { fillCheckouts } from '../fill/checkouts.ts'
import { createShop, type Shop } from '../fill/shop.ts'
import { openFloorQueue } from '../floors/queue.ts'
import type { Options } from '../options.ts'
import type { Side } from '../result.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { measurePairs } from '../run/pairs.ts'
import { workRate } from '../run/work-rate.ts'
import { someCheckouts } from './requests.ts'
import type { Part } from './types.ts'

export const WAITING = 20_000
const WARM_UP = 500

export const expiries: Part = {
  about: 'one worker and 20 000 due checkouts, compared with a job for each',
  async run(options) {
    const shop = await createShop()
    const queue = openFloorQueue()
    const side = (name: 'floor' | 'service') => async () => {
      await queue.clear()
      await fillDue(shop)
      if (name === 'floor') await queue.add((await someCheckouts(WAITING)).map(({ id }) => id))
      return expiryRate(name, options)
    }
    const measure = 'due checkout expiries, one worker'
    const measured = await measurePairs(measure, options, side('floor'), side('service'))
    await queue.close()
    return {
      rows: [
        { ...{ measure, bar: 1, goal: 2 }, unit: 'ratio', of: 'a second', better: 'higher', ...measured },
      ],
    }
  },
}

/** Replaces all checkouts by due ones. */
export async function fillDue({ projectId }: Shop): Promise<void> {
  await onConnection(async (sql) => {
    for (const table of ['checkouts', 'checkout_items', 'timers', 'events'])
      await sql.run(`TRUNCATE ${table}`)
  })
  await fillCheckouts(projectId, { count: WAITING, expires: '1 DAY' }, () => undefined)
}

async function expiryRate(name: 'floor' | 'service', { seconds, profile }: Options): Promise<Side> {
  const worker = name === 'floor' ? startFloorWorker('expire') : startWorker({ profile })
  const measured = await workRate({
    workers: [worker],
    done: countExpired,
    total: WAITING,
    from: WARM_UP,
    seconds,
  })
  await end(worker)
  const counts = {
    done: await countExpired(),
    expired: await count("checkouts WHERE status = 'expired'"),
    events: await count("events WHERE type = 'checkout.expired'"),
    distinct: await count("(SELECT DISTINCT object_id FROM events WHERE type = 'checkout.expired') once"),
  }
  if (new Set(Object.values(counts)).size > 1)
    throw new Error(`Expiries are lost or duplicate: ${JSON.stringify(counts)}`)
  return measured
}

/** Returns how many of the due checkouts have expired. */
export async function countExpired(): Promise<number> {
  return WAITING - (await count("timers WHERE kind = 'checkout.expire'"))
}

async function count(text: string): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`))
  return row!.n
}
