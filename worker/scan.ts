import { setTimeout as pause } from 'node:timers/promises'
import type { DueTable } from '../common/due-rows/due-table.ts'
import { dueTables } from '../common/due-rows/tables.ts'
import { now } from '../common/runtime/clock.ts'
import { log } from '../common/runtime/log.ts'
import { addJobs, producer } from '../common/runtime/queues.ts'
import { onConnection } from '../db/sql.ts'

/** Between two looks at a backlog, in milliseconds. */
const BREATH = 100

/**
 * Looks for due rows that nobody has been woken for: the recovery after a lost job or an emptied
 * Redis, and the timer of what lies far ahead. Runs in every worker, without a leader: arming is a
 * compare-and-set, and a second job does no harm. Returns how to stop it.
 */
export function startScanning(): () => Promise<void> {
  const stopping = new AbortController()
  const loops = dueTables.map((table) => loop(table, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function loop({ every, arm }: DueTable, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Without Redis nobody could be woken, and arming would only hide the row for a while.
    const woken = producer().status === 'ready' ? await scan(arm) : 0
    // After an outage there is more than a look finds: a backlog is gone through without waiting.
    const rest = woken > 0 ? BREATH : every * (0.8 + Math.random() * 0.4)
    await pause(rest, undefined, { signal }).catch(() => undefined)
  }
}

/** Looks once; answers how many rows it woke. */
async function scan(arm: DueTable['arm']): Promise<number> {
  try {
    const jobs = await onConnection((sql) => arm(sql, now()))
    addJobs(jobs)
    if (jobs.length > 0) log().debug({ count: jobs.length }, 'woke rows that were due')
    return jobs.length
  } catch (error) {
    log().warn({ error: String(error) }, 'the scanner could not look; it tries again')
    return 0
  }
}
