import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../common/kit/time.ts'
import { log, messageOf } from '../common/runtime/log.ts'
import { redisRefusal } from '../common/runtime/queues.ts'
import {
  BEAT_EVERY,
  deleteHeartbeat,
  deleteOldHeartbeats,
  recordHeartbeat,
} from '../common/services/workers/heartbeat.ts'
import { besideTransactions } from '../db/sql.ts'

/**
 * Reports every 10 s that this process works, as long as `isScanning` returns true: a worker that no longer finds due
 * rows counts as gone. Also tests whether Redis takes writes, so that an idle worker logs it. Returns a function that
 * stops it.
 */
export function startHeartbeat(isScanning: () => boolean): () => Promise<void> {
  const id = randomUUID()
  const stopping = new AbortController()
  const loop = beatPeriodically(id, isScanning, stopping.signal)
  return async () => {
    stopping.abort()
    await loop
    await besideTransactions((sql) => deleteHeartbeat(sql, id)).catch(ignore)
  }
}

async function beatPeriodically(id: string, isScanning: () => boolean, signal: AbortSignal): Promise<void> {
  await besideTransactions(deleteOldHeartbeats).catch(ignore)
  while (!signal.aborted) {
    const works = isScanning()
    if (works) await besideTransactions((sql) => recordHeartbeat(sql, id)).catch(ignore)
    await redisRefusal()
    await pause(works ? BEAT_EVERY : SECOND, undefined, { signal }).catch(() => undefined)
  }
}

/** Other lines of the log already name the database's trouble. */
function ignore(error: unknown): void {
  log().debug({ error: messageOf(error) }, 'a heartbeat was not stored')
}
