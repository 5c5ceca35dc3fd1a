import { setTimeout as pause } from 'node:timers/promises'
import type { DueTable } from '../common/due-rows/due-table.ts'
import { dueTables } from '../common/due-rows/tables.ts'
import { now } from '../common/runtime/clock.ts'
import { log } from '../common/runtime/log.ts'
import { producer, sendJobs } from '../common/runtime/queues.ts'
import { onConnection } from '../db/sql.ts'

/** Between two looks at a backlog, or for Redis, in milliseconds. */
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

async function loop({ every, wake }: DueTable, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Without Redis nobody could be woken, and arming would only hide the row for a while.
    const isReady = producer().status === 'ready'
    const woken = isReady ? await scan(wake) : 0
    // After an outage there is more than a look finds: a backlog is gone through without waiting. And what waited
    // for a worker to start, or for Redis, has waited long enough.
    const rest = woken > 0 || !isReady ? BREATH : every * (0.8 + Math.random() * 0.4)
    await pause(rest, undefined, { signal }).catch(() => undefined)
  }
}

/** Looks once; answers how many jobs it sent. */
async function scan(wake: DueTable['wake']): Promise<number> {
  try {
    const count = await onConnection((sql) => wake(sql, now(), sendJobs))
    if (count > 0) log().debug({ count }, 'woke rows that were due')
    return count
  } catch (error) {
    log().warn({ error: String(error) }, 'the scanner could not look; it tries again')
    return 0
  }
}
