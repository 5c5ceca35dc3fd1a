import { Queue } from 'bullmq'
import { Redis } from 'ioredis'

export const QUEUE = 'floor'
export const PREFIX = '{floor}'

const BATCH_SIZE = 2_000

export interface Job {
  id: number
}

export function connectFloor(): Redis {
  return new Redis(process.env.REDIS_URL ?? '', { maxRetriesPerRequest: null })
}

/** Opens the queue of the bare worker. */
export function openFloorQueue() {
  const connection = connectFloor()
  const queue = new Queue<Job>(QUEUE, { connection, prefix: PREFIX, skipVersionCheck: true })
  return {
    /** Adds a job for each id, due at `dueAt` (milliseconds since 1970). */
    async add(ids: readonly number[], dueAt = 0): Promise<void> {
      for (let from = 0; from < ids.length; from += BATCH_SIZE) {
        const delay = Math.max(0, dueAt - Date.now())
        const opts = { attempts: 1, removeOnComplete: true, delay }
        await queue.addBulk(
          ids.slice(from, from + BATCH_SIZE).map((id) => ({ name: 'work', data: { id }, opts })),
        )
      }
    },
    /** Deletes all jobs, including the service's. */
    async clear(): Promise<void> {
      await connection.flushdb()
    },
    async close(): Promise<void> {
      await queue.close()
      connection.disconnect()
    },
  }
}
