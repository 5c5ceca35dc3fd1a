import { setTimeout as pause } from 'node:timers/promises'
import { atomically } from '../common/runtime/atomically.ts'
import { producer } from '../common/runtime/queues.ts'
import type { Tx } from '../db/transaction.ts'

/** How long a command waits for Redis, in milliseconds. Without it the scanner does the waking, a little later. */
const REDIS_WITHIN = 1_000

/** Runs an operation in its transaction. Redis is there first, so that what it made due is woken at once. */
export async function operate<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  await redisReady(REDIS_WITHIN)
  return atomically(work, { retryOnLockTimeout: true })
}

/** Whether Redis answers within so many milliseconds. */
export async function redisReady(within: number): Promise<boolean> {
  const client = producer()
  for (const until = Date.now() + within; client.status !== 'ready'; await pause(10)) {
    if (Date.now() >= until) return false
  }
  return true
}
