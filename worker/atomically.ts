import { now } from '../common/runtime/clock.ts'
import { sendWakeUps } from '../common/runtime/queues.ts'
import { isLockTimeout } from '../db/errors.ts'
import { transact } from '../db/transaction.ts'
import type { Tx } from '../db/transaction.ts'

/**
 * The twin of the web's: one transaction, and what it made due is woken once that stands. Nobody
 * waits for a worker, so it also tries again where somebody else held a row for too long.
 */
export async function atomically<Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> {
  const { result, wakeUps } = await transact(work, { now, retryOn: isLockTimeout })
  sendWakeUps(wakeUps)
  return result
}
