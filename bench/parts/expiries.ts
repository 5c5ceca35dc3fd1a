import { onConnection } from '../../db/sql.ts'
import { fillCheckouts } from '../fill/checkouts.ts'
import { openShop, type Shop } from '../fill/shop.ts'
import { openFloorQueue } from '../floors/jobs.ts'
import type { Options } from '../options.ts'
import type { Side } from '../result.ts'
import { workRate } from '../run/background.ts'
import { end, startFloorWorker, startWorker } from '../run/children.ts'
import { inPairs } from '../run/pairs.ts'
import { someCheckouts } from './asked.ts'
import type { Part } from './part.ts'

export const WAITING = 20_000
const WARM_UP = 500

export const expiries: Part = {
  about: 'one worker and 20 000 checkouts whose time is over, against a job for each',
  async run(options) {
    const shop = await openShop()
    const queue = openFloorQueue()
    const side = (name: 'floor' | 'service') => async () => {
      await queue.clear()
      await fillDue(shop)
      if (name === 'floor') await queue.add((await someCheckouts(WAITING)).map(({ id }) => id))
      return expired(name, options)
    }
    const measure = 'due checkout expiries, one worker'
    const measured = await inPairs(measure, options, side('floor'), side('service'))
    await queue.close()
    return {
      rows: [
        { ...{ measure, bar: 1, goal: 2 }, unit: 'ratio', of: 'a second', better: 'higher', ...measured },
      ],
    }
  },
}

/** Checkouts whose time is over, and no others. */
export async function fillDue({ projectId }: Shop): Promise<void> {
  await onConnection(async (sql) => {
    for (const table of ['checkouts', 'checkout_items', 'timers', 'events'])
      await sql.run(`TRUNCATE ${table}`)
  })
  await fillCheckouts(projectId, { count: WAITING, expires: '1 DAY' }, () => undefined)
}

async function expired(name: 'floor' | 'service', { seconds, profile }: Options): Promise<Side> {
  const worker = name === 'floor' ? startFloorWorker('expire') : startWorker({ profile })
  const measured = await workRate({
    workers: [worker],
    done: doneOfDue,
    whole: WAITING,
    from: WARM_UP,
    seconds,
  })
  await end(worker)
  const counts = {
    done: await doneOfDue(),
    expired: await count("checkouts WHERE status = 'expired'"),
    events: await count("events WHERE type = 'checkout.expired'"),
    told: await count("(SELECT DISTINCT object_id FROM events WHERE type = 'checkout.expired') once"),
  }
  if (new Set(Object.values(counts)).size > 1)
    throw new Error(`expiries are lost or doubled: ${JSON.stringify(counts)}`)
  return measured
}

/** How many of them have expired. */
export async function doneOfDue(): Promise<number> {
  return WAITING - (await count("timers WHERE kind = 'checkout.expire'"))
}

async function count(text: string): Promise<number> {
  const row = await onConnection((sql) => sql.row<{ n: number }>(`SELECT COUNT(*) AS n FROM ${text}`))
  return row!.n
}
