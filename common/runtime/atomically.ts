import { isLockTimeout } from '../../db/errors.ts'
import { type TakenStep, transact, transactTogether, type Tx } from '../../db/transaction.ts'
import type { NewJob } from '../jobs/catalog.ts'
import { now } from './clock.ts'
import { log } from './log.ts'
import { addJobs } from './queues.ts'

interface Options {
  /** Also tries again where somebody else held a row for too long: for work that nobody waits for. */
  retryOnLockTimeout?: boolean
}

/**
 * One transaction; the jobs for what it made due leave once the commit stands, and the log tells which
 * steps time has taken. Opened at the edge (a request, a job, a command), never inside an operation.
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

/** As `atomically`, for several pieces of work in one transaction, see `transactTogether`. */
export async function atomicallyTogether(works: readonly ((tx: Tx) => Promise<void>)[]): Promise<void> {
  const { wakeUps, steps } = await transactTogether(works, { now })
  afterCommit(wakeUps, steps)
}

function afterCommit(wakeUps: readonly NewJob[], steps: readonly TakenStep[]): void {
  addJobs(wakeUps)
  for (const { name, fields } of steps) log().info(fields, name)
}
