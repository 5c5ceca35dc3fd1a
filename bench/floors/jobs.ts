import { Queue } from 'bullmq'
import { Redis } from 'ioredis'

export const QUEUE = 'floor'
export const PREFIX = '{floor}'

const AT_ONCE = 2_000

export interface Job {
  id: number
}

export function connectFloor(): Redis {
  return new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null })
}

/** Where the bare worker's jobs wait. */
export function openFloorQueue() {
  const connection = connectFloor()
  const queue = new Queue<Job>(QUEUE, { connection, prefix: PREFIX, skipVersionCheck: true })
  return {
    /** Adds a job for each, due at a moment of `Date.now()`. */
    async add(ids: readonly number[], dueAt = 0): Promise<void> {
      for (let from = 0; from < ids.length; from += AT_ONCE) {
        const delay = Math.max(0, dueAt - Date.now())
        const opts = { attempts: 1, removeOnComplete: true, delay }
        await queue.addBulk(
          ids.slice(from, from + AT_ONCE).map((id) => ({ name: 'work', data: { id }, opts })),
        )
      }
    },
    /** Forgets every job, the service's too. */
    async clear(): Promise<void> {
      await connection.flushdb()
    },
    async close(): Promise<void> {
      await queue.close()
      connection.disconnect()
    },
  }
}
