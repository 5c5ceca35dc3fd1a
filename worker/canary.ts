import { Queue } from 'bullmq'
import { log } from '../common/runtime/log.ts'
import { QUEUE_PREFIX } from '../common/runtime/queues.ts'
import type { RedisClient } from '../common/runtime/redis.ts'

const EVERY = 15_000
/** Silent for this long while Redis answers: the consumers of this process are stuck. */
const SILENT_FOR = 120_000

let lastAlive = performance.now()

/** The queue that the canary sings in. */
export const CANARY_QUEUE = 'lifecycle'

/** A job of that queue has arrived here: its consumer works. */
export function markAlive(): void {
  lastAlive = performance.now()
}

/**
 * Sends a job to whichever worker is free every few seconds, and watches that jobs still arrive here:
 * where others are quicker to take the canary's, their work comes here. A process that gets none at
 * all, while its Redis answers PING, has consumers that no longer take jobs: a known fault of
 * reconnecting clients. It exits, and whoever runs it starts it anew. Returns how to stop it.
 */
export function startCanary(connection: RedisClient, exit: () => void): () => Promise<void> {
  const queue = new Queue(CANARY_QUEUE, { connection, prefix: QUEUE_PREFIX, skipVersionCheck: true })
  queue.on('error', () => undefined)
  const timer = setInterval(() => void sing(), EVERY)

  async function sing(): Promise<void> {
    try {
      if (connection.status !== 'ready') {
        markAlive() // silence is Redis's fault for now
        return
      }
      await queue.add('canary', {}, { removeOnComplete: true, removeOnFail: true, attempts: 1 })
      if (performance.now() - lastAlive < SILENT_FOR) return
      await connection.ping()
      log().fatal('wake-ups no longer arrive although Redis answers; exiting to start anew')
      exit()
    } catch (error) {
      log().debug({ error: String(error) }, 'the canary could not sing')
    }
  }

  return async () => {
    clearInterval(timer)
    await queue.close().catch(() => undefined)
  }
}
