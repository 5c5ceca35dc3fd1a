import { setTimeout as pause } from 'node:timers/promises'
import { dueDeliveries } from '../common/webhooks/due-deliveries.ts'
import { dueEmails } from '../common/emails/due-emails.ts'
import { dueCopies } from '../common/images/due-copies.ts'
import type { WakeUp } from '../common/jobs/catalog.ts'
import { producer, sendWakeUps } from '../common/runtime/queues.ts'
import { log } from '../common/runtime/log.ts'
import { now } from '../common/runtime/clock.ts'
import { dueTimers } from '../common/timers/due-timers.ts'
import { read } from '../db/sql.ts'
import type { Sql } from '../db/sql.ts'

/** Between two looks at a backlog, in milliseconds. */
const BREATH = 100

/** Finds rows that are due and not armed, arms them, and answers the wake-ups to send. */
type Find = (sql: Sql, now: Date) => Promise<WakeUp[]>

const finders: { every: number; find: Find }[] = [
  { every: 5_000, find: dueTimers },
  { every: 1_000, find: dueDeliveries },
  { every: 1_000, find: dueEmails },
  { every: 5_000, find: dueCopies },
]

/**
 * Looks for due rows that nobody has been woken for: the recovery after a lost job or an emptied
 * Redis, and the timer of what lies far ahead. Runs in every worker, without a leader: arming is a
 * compare-and-set, and a second wake-up does no harm. Answers how to stop it.
 */
export function startScanning(): () => Promise<void> {
  const stopping = new AbortController()
  const loops = finders.map(({ every, find }) => loop(every, find, stopping.signal))
  return async () => {
    stopping.abort()
    await Promise.all(loops)
  }
}

async function loop(every: number, find: Find, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    // Without Redis nobody could be woken, and arming would only hide the row for a while.
    const woken = producer().status === 'ready' ? await scan(find) : 0
    // After an outage there is more than a look finds: a backlog is gone through without waiting.
    const rest = woken > 0 ? BREATH : every * (0.8 + Math.random() * 0.4)
    await pause(rest, undefined, { signal }).catch(() => undefined)
  }
}

/** Looks once; answers how many rows it woke. */
async function scan(find: Find): Promise<number> {
  try {
    const wakeUps = await read((sql) => find(sql, now()))
    sendWakeUps(wakeUps)
    if (wakeUps.length > 0) log().debug({ count: wakeUps.length }, 'woke rows that were due')
    return wakeUps.length
  } catch (error) {
    log().warn({ error: String(error) }, 'the scanner could not look; it tries again')
    return 0
  }
}
