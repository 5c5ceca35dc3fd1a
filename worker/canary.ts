import { Queue } from 'bullmq'
import { log } from '../common/runtime/log.ts'
import { QUEUE_PREFIX } from '../common/runtime/queues.ts'
import type { RedisClient } from '../common/runtime/redis.ts'

const EVERY = 15_000
/** Silent for this long while Redis answers: the consumers of this process are stuck. */
const SILENT_FOR = 120_000

let lastHeard = Date.now()

/** A wake-up of the canary has arrived. */
export function heard(): void {
  lastHeard = Date.now()
}

export interface Canary {
  isSinging(): boolean
  stop(): Promise<void>
}

/**
 * Sends a job to all workers every few seconds and watches that some still arrive here. A process
 * that gets none, while its Redis answers PING, has consumers that no longer take jobs: a known fault
 * of reconnecting clients. It exits, and whoever runs it starts it anew.
 */
export function startCanary(connection: RedisClient, exit: () => void): Canary {
  const queue = new Queue('lifecycle', { connection, prefix: QUEUE_PREFIX, skipVersionCheck: true })
  queue.on('error', () => undefined)
  const timer = setInterval(() => void sing(), EVERY)

  async function sing(): Promise<void> {
    try {
      if (connection.status !== 'ready') {
        heard() // silence is Redis's fault for now
        return
      }
      await queue.add('canary', {}, { removeOnComplete: true, removeOnFail: true, attempts: 1 })
      if (Date.now() - lastHeard < SILENT_FOR) return
      await connection.ping()
      log().fatal('wake-ups no longer arrive although Redis answers; exiting to start anew')
      exit()
    } catch (error) {
      log().debug({ error: String(error) }, 'the canary could not sing')
    }
  }

  return {
    isSinging: () => Date.now() - lastHeard < SILENT_FOR,
    stop: async () => {
      clearInterval(timer)
      await queue.close().catch(() => undefined)
    },
  }
}
