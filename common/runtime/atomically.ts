import { isLockTimeout } from '../../db/errors.ts'
import {
  type Committed,
  type ModelTx,
  type TakenStep,
  transact,
  type TransactOptions,
  transactRaw,
  transactTogether,
  type Tx,
} from '../../db/transaction.ts'
import type { WakeUp } from '../domain/jobs/catalog.ts'
import { writeAuditLog } from './audit.ts'
import { now } from './clock.ts'
import { causedBy, log } from './log.ts'
import { wake } from './queues.ts'

interface Options {
  /** Also retries after a lock timeout: for background work. */
  retryOnLockTimeout?: boolean
}

/**
 * Runs one transaction, with an entry of the audit log for each object that it changes. After the commit it sends the
 * wake-ups for due rows and logs the steps that timers took. Call it at the edge (a request, a job, a command), never
 * inside an operation.
 */
export async function atomically<Result>(
  work: (tx: ModelTx) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  return finish(await transact(audited(work), optionsOf(options)))
}

/** Like `atomically`, in a raw transaction; see `transactRaw`. */
export async function atomicallyRaw<Result>(
  work: (tx: Tx) => Promise<Result>,
  options: Options = {},
): Promise<Result> {
  return finish(await transactRaw(audited(work), optionsOf(options)))
}

function optionsOf({ retryOnLockTimeout = false }: Options): TransactOptions {
  return { now, ...(retryOnLockTimeout && { retryOn: isLockTimeout }) }
}

function finish<Result>({ result, wakeUps, steps }: Committed<Result>): Result {
  afterCommit(wakeUps, steps)
  return result
}

/** A piece of work that shares a transaction. */
export interface SharedWork {
  /** The id of the request that caused it; otherwise it is the current one. */
  requestId?: string | null
  work: (tx: Tx) => Promise<void>
}

/** Like `atomically`, for several pieces of work in one transaction; see `transactTogether`. */
export async function atomicallyTogether(works: readonly SharedWork[]): Promise<void> {
  const { wakeUps, steps } = await transactTogether(
    works.map(
      ({ requestId = null, work }) =>
        (tx) =>
          causedBy(requestId, () => audited(work)(tx)),
    ),
    { now },
  )
  afterCommit(wakeUps, steps)
}

function audited<Of extends Tx, Result>(work: (tx: Of) => Promise<Result>): (tx: Of) => Promise<Result> {
  return async (tx) => {
    const result = await work(tx)
    await writeAuditLog(tx)
    return result
  }
}

function afterCommit(wakeUps: readonly WakeUp[], steps: readonly TakenStep[]): void {
  wake(wakeUps)
  for (const { name, fields } of steps) log().info(fields, name)
}
