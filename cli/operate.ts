import { setTimeout as pause } from 'node:timers/promises'
import { atomically } from '../common/runtime/atomically.ts'
import { producer } from '../common/runtime/queues.ts'
import type { ModelTx } from '../db/transaction.ts'

/** Milliseconds that a command waits for Redis. Without Redis the scanner finds the due rows a little later. */
const REDIS_WITHIN = 1_000

/** Runs an operation in a transaction. Connects Redis first, so that due rows get their wake-ups at once. */
export async function operate<Result>(work: (tx: ModelTx) => Promise<Result>): Promise<Result> {
  await redisReady(REDIS_WITHIN)
  return atomically(work, { retryOnLockTimeout: true })
}

/** Returns whether Redis connects within this number of milliseconds. */
export async function redisReady(within: number): Promise<boolean> {
  const client = producer()
  for (const until = Date.now() + within; client.status !== 'ready'; await pause(10)) {
    if (Date.now() >= until) return false
  }
  return true
}
