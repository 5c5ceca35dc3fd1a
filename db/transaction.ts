import { setTimeout as pause } from 'node:timers/promises'
import type { WakeUp } from '../common/domain/jobs/catalog.ts'
import { breakOff } from './break-off.ts'
import { lockWait, transactions } from './connection.ts'
import { isConflict, isDuplicate } from './errors.ts'
import { withConnection } from './pool.ts'
import { HasChanged } from './remembered.ts'
import { sendTogether } from './send-together.ts'
import { CompanionFailed, plain, SharedCalls } from './shared-calls.ts'
import { TransactionSql } from './transaction-sql.ts'

/** What an operation works in: one open transaction, the time it is for, and what to wake after it. */
export interface Tx {
  /**
   * One time for the whole transaction: real time, read when it is first asked for. Whoever locks a row asks
   * afterwards, so that of two effects the one that had to wait is the later one. Once the transaction learns
   * that its customer lives on a test clock, that clock's. It concerns one customer, and so at most one
   * clock; `enterClock` alone changes this.
   */
  now: Date
  /** The test clock whose time that is; null in real time. */
  testClockId: number | null
  /** Hand-written SQL. */
  readonly sql: TransactionSql
  /** For due rows written here; the edge sends them once the commit stands. */
  readonly wakeUps: WakeUp[]
  /** What time alone has done here, for the log once the commit stands. */
  readonly steps: TakenStep[]
}

/** A step that time made due, as the log tells of it. */
export interface TakenStep {
  /** `subscription.past_due`: what has become of what. */
  name: string
  /** `subscription_id` or the like, `project_id`, and more that is of use; nothing personal. */
  fields: Record<string, string | number>
}

/** Runs its work in one transaction, and wakes what that made due: the edge's own way, for what takes several. */
export type Atomically = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** Runs several pieces of work in one transaction, like `transactTogether`, and wakes what that made due. */
export type AtomicallyTogether = (works: readonly { work: (tx: Tx) => Promise<void> }[]) => Promise<void>

/** Thrown inside a transaction that lost a race and will see the winner's row when run again. */
export class TryAgain extends Error {
  constructor() {
    super('lost a race for a unique row')
  }
}

/** For a row that a unique index refuses to whoever comes second: run again, that one sees the first. */
export function lostRace(error: Error): Error {
  return isDuplicate(error) ? new TryAgain() : error
}

export interface TransactOptions {
  now: () => Date
  /** Further errors after which the whole closure may run again. */
  retryOn?: (error: unknown) => boolean
}

/** Somebody else was faster, every time it was run again: nothing is wrong, trying later helps. */
export function isLostRace(error: unknown): boolean {
  return error instanceof TryAgain || error instanceof HasChanged || isConflict(error)
}

const MOST_TRIES = 6
const LONGEST = 8_000

/**
 * Runs `work` in one READ COMMITTED transaction. Any error ends it and is thrown on, except a lost
 * race: then the WHOLE closure runs again, up to five times within eight seconds.
 */
export async function transact<Result>(
  work: (tx: Tx) => Promise<Result>,
  options: TransactOptions,
): Promise<{ result: Result; wakeUps: WakeUp[]; steps: TakenStep[] }> {
  const started = performance.now()
  let believes = true
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(work, options.now, believes)
    } catch (error) {
      if (error instanceof HasChanged) believes = false // it may go on changing
      const worthIt = isLostRace(error) || options.retryOn?.(error) === true
      if (!worthIt || tries === MOST_TRIES || performance.now() - started > LONGEST) throw error
      await pause(Math.random() * 10 * 2 ** tries)
    }
  }
}

/** `believes`: goes on with what is remembered, see `remembered`. */
function attempt<Result>(work: (tx: Tx) => Promise<Result>, now: () => Date, believes: boolean) {
  return withConnection(async (connection) => {
    const sql = new TransactionSql(connection, { believes })
    const tx = newTx(sql, now)
    try {
      const result = await work(tx)
      await sql.commit()
      return { result, wakeUps: tx.wakeUps, steps: tx.steps }
    } catch (thrown) {
      const error = await sql.reasonOf(thrown)
      // A connection that cannot even roll back is in an unknown state: closing it undoes the rest.
      await sql.rollback().catch(() => {
        breakOff(connection)
      })
      throw error
    }
  }, transactions)
}

/** Whoever waits for a row keeps those of all companions: no longer than this, in seconds. */
const COMPANIONS_WAIT = 1

/**
 * Runs several pieces of work in one transaction, whose statements travel together: what costs most, the calls and
 * the flush to disk, falls upon all of them at once. They run side by side and so must have no row in common that one
 * of them writes. All of it stands, or nothing: what fails is the caller's to run again, in smaller company
 * (docs/decisions/0008-due-rows-in-batches.md).
 */
export function transactTogether(
  works: readonly ((tx: Tx) => Promise<void>)[],
  { now }: Pick<TransactOptions, 'now'>,
): Promise<{ wakeUps: WakeUp[]; steps: TakenStep[] }> {
  return withConnection(async (connection) => {
    const calls = new SharedCalls(connection)
    const clock = oneTime(calls, now)
    const txs = works.map(() => newTx(new TransactionSql(connection, { shared: calls.send }), clock))
    const inTime = (seconds: number) => `SET innodb_lock_wait_timeout = ${seconds}`
    try {
      await allOf([calls.begin(inTime(COMPANIONS_WAIT)), ...works.map((work, index) => work(txs[index]!))])
      await allOf([
        ...txs.map(({ sql }) => sql.flush()),
        calls.send(['COMMIT', inTime(lockWait())].map(plain)),
      ])
    } catch (error) {
      await sendTogether(connection, ['ROLLBACK', inTime(lockWait())]).catch(() => {
        breakOff(connection)
      })
      throw error
    }
    return { wakeUps: txs.flatMap(({ wakeUps }) => wakeUps), steps: txs.flatMap(({ steps }) => steps) }
  }, transactions)
}

/** What companions do between two calls they do at one time: what they write then is alike. */
function oneTime(calls: SharedCalls, now: () => Date): () => Date {
  let known: { time: Date; answered: number } | undefined
  return () => {
    if (known?.answered !== calls.answered) known = { time: now(), answered: calls.answered }
    return known.time
  }
}

/** Waits until all have ended; of failures the one that made the others fail. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).filter((one) => one.status === 'rejected')
  const reasons = failed.map(({ reason }): unknown => reason)
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof CompanionFailed)) ?? reasons[0]
}

function newTx(sql: TransactionSql, clock: () => Date): Tx {
  let time: Date | undefined
  return {
    get now() {
      return (time ??= clock())
    },
    set now(chosen) {
      time = chosen
    },
    ...{ testClockId: null, sql, wakeUps: [], steps: [] },
  }
}
