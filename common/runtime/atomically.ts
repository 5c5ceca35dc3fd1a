import { isLockTimeout } from '../../db/errors.ts'
import { type TakenStep, transact, transactTogether, type Tx } from '../../db/transaction.ts'
import type { WakeUp } from '../domain/jobs/catalog.ts'
import { now } from './clock.ts'
import { log } from './log.ts'
import { wake } from './queues.ts'

interface Options {
  /** Also retries after a lock timeout: for background work. */
  retryOnLockTimeout?: boolean
}

/**
 * Runs one transaction. After the commit it sends the wake-ups for due rows and logs the steps that timers
 * took. Call it at the edge (a request, a job, a command), never inside an operation.
 */
export async function atomically<Result>(
  work: (tx: Tx) => Promise<Result>,
  { retryOnLockTimeout = false }: Options = {},
): Promise<Result> {
  const { result, wakeUps, steps } = await transact(work, {
    now,
    ...(retryOnLockTimeout && { retryOn: isLockTimeout }),
  })
  afterCommit(wakeUps, steps)
  return result
}

/** Like `atomically`, for several pieces of work in one transaction; see `transactTogether`. */
export async function atomicallyTogether(works: readonly ((tx: Tx) => Promise<void>)[]): Promise<void> {
  const { wakeUps, steps } = await transactTogether(works, { now })
  afterCommit(wakeUps, steps)
}

function afterCommit(wakeUps: readonly WakeUp[], steps: readonly TakenStep[]): void {
  wake(wakeUps)
  for (const { name, fields } of steps) log().info(fields, name)
}
