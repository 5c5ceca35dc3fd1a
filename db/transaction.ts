import { setTimeout as pause } from 'node:timers/promises'
import type { Transaction } from 'sequelize'
import type { WakeUp } from '../common/domain/jobs/catalog.ts'
import { BatchCalls, BatchFailed } from './batch-calls.ts'
import { database, openTransactionOf, sqlPool } from './connection.ts'
import { isConflict, isDuplicate, Unavailable } from './errors.ts'
import { noteModelChanges } from './model-changes.ts'
import { OpenTransaction } from './open-transaction.ts'
import { withSlot } from './pool.ts'
import { sendTogether } from './send-together.ts'
import { lockWait } from './session.ts'
import { StaleRead } from './speculative-reads.ts'
import type { Sql } from './sql.ts'
import { StatementBuffer } from './statement-buffer.ts'
import { TransactionSql } from './transaction-sql.ts'

/** One open transaction, its time, and the steps after its commit. It runs raw SQL; see `ModelTx` for models. */
export interface Tx {
  /**
   * One time for the whole transaction: real time, read when it is first used. An operation locks a row before it reads
   * the time, so the transaction that waited for the lock has the later time. For a customer on a test clock, `enterClock`
   * sets that clock's time.
   */
  now: Date
  /** The test clock that `now` comes from; null in real time. */
  testClockId: number | null
  /** Raw SQL, and the changed rows for the audit log. */
  readonly sql: Sql & Pick<TransactionSql, 'takeChanged'>
  /** For due rows written here; they are sent to the queue after the commit. */
  readonly wakeUps: WakeUp[]
  /** Steps that time alone has made due, for the log after the commit. */
  readonly steps: TakenStep[]
}

/** A transaction of Sequelize. */
export interface ModelTx extends Tx {
  /** For models: `Product.findOne({ …, transaction: tx.transaction })`. They see the buffered writes of `sql`. */
  readonly transaction: Transaction
}

/** A step that time made due, as it is logged. */
export interface TakenStep {
  /** `subscription.past_due`: the object and its new state. */
  name: string
  /** `subscription_id` or the like, `project_id`, and further useful fields; no personal data. */
  fields: Record<string, string | number>
}

/** Runs work in one transaction, and sends its wake-ups. For work that takes several transactions. */
export type Atomically = <Result>(work: (tx: ModelTx) => Promise<Result>) => Promise<Result>

/** Like `Atomically`, in raw transactions. */
export type AtomicallyRaw = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>

/** Runs several pieces of work in one transaction, like `transactTogether`, and sends their wake-ups. */
export type AtomicallyTogether = (works: readonly { work: (tx: Tx) => Promise<void> }[]) => Promise<void>

/** Thrown inside a transaction that lost a race. Run again, it sees the winner's row. */
export class TryAgain extends Error {
  constructor() {
    super('lost a race for a unique row')
  }
}

/** Returns the error for a row that a unique index refuses: the transaction runs again, and sees the other row. */
export function lostRace(error: Error): Error {
  return isDuplicate(error) ? new TryAgain() : error
}

export interface TransactOptions {
  now: () => Date
  /** Further errors after which the transaction runs again. */
  retryOn?: (error: unknown) => boolean
}

/** Returns whether another transaction was faster each time: trying again later may help. */
export function isLostRace(error: unknown): boolean {
  return error instanceof TryAgain || error instanceof StaleRead || isConflict(error)
}

const MOST_TRIES = 6
const LONGEST = 8_000

/** The result of a committed transaction. */
export interface Committed<Result> {
  result: Result
  wakeUps: WakeUp[]
  steps: TakenStep[]
}

/**
 * Runs `work` in one READ COMMITTED transaction of Sequelize. Any error rolls back and is thrown, except a lost race: then
 * `work` runs again, up to five times within eight seconds.
 */
export function transact<Result>(
  work: (tx: ModelTx) => Promise<Result>,
  options: TransactOptions,
): Promise<Committed<Result>> {
  return retry(options, (speculative) =>
    inModelTransaction((open, transaction) =>
      complete(open, { speculative }, options, (tx) => {
        noteModelChanges(transaction, tx.sql)
        return work(Object.assign(tx, { transaction }))
      }),
    ),
  )
}

/**
 * Like `transact`, without models. A transaction of Sequelize costs 130 µs more, so the paths whose speed is measured use
 * this one (docs/performance.md).
 */
export function transactRaw<Result>(
  work: (tx: Tx) => Promise<Result>,
  options: TransactOptions,
): Promise<Committed<Result>> {
  return retry(options, (speculative) =>
    inRawTransaction((open) => complete(open, { speculative }, options, work)),
  )
}

async function retry<Result>(
  { retryOn }: TransactOptions,
  attempt: (speculative: boolean) => Promise<Result>,
): Promise<Result> {
  const started = performance.now()
  let speculative = true
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(speculative)
    } catch (error) {
      if (error instanceof StaleRead) speculative = false // the row may change again
      const worthIt = isLostRace(error) || retryOn?.(error) === true
      if (!worthIt || tries === MOST_TRIES || performance.now() - started > LONGEST) throw error
      await pause(Math.random() * 10 * 2 ** tries)
    }
  }
}

/** Runs work in an open transaction, and commits. `speculative`: whether `cached` rows may be used. */
async function complete<Result>(
  open: OpenTransaction,
  { speculative }: { speculative: boolean },
  { now }: TransactOptions,
  work: (tx: Tx) => Promise<Result>,
): Promise<Committed<Result>> {
  const sql = new TransactionSql(open.buffer, { speculative })
  const tx = new OpenTx(sql, now)
  try {
    const result = await work(tx)
    await open.commit() // together with the buffered writes
    return { result, wakeUps: tx.wakeUps, steps: tx.steps }
  } catch (thrown) {
    throw await sql.reasonOf(thrown)
  }
}

/**
 * Runs work in a transaction of Sequelize, which rolls back if it fails. `work` commits it itself: Sequelize prints a
 * warning, and closes the connection, if a commit fails, as it does after a lost race.
 */
function inModelTransaction<Result>(
  work: (open: OpenTransaction, transaction: Transaction) => Promise<Result>,
): Promise<Result> {
  return withSlot((use) =>
    database().transaction((transaction) => {
      if (use.isOver) throw new Unavailable('the connection to the database was made too late')
      const open = openTransactionOf(transaction)
      use.abort = () => {
        open.abort()
      }
      return work(open, transaction)
    }),
  )
}

/** Runs work in a transaction on a connection for raw SQL. Rolls back if it fails. */
function inRawTransaction<Result>(work: (open: OpenTransaction) => Promise<Result>): Promise<Result> {
  return sqlPool().use(async (connection) => {
    const open = new OpenTransaction({
      isUsable: () => connection.state === 'authenticated',
      sendTogether: (texts) => sendTogether(connection, texts),
      abort: () => {
        connection.destroy()
      },
    })
    try {
      return await work(open)
    } catch (error) {
      await open.rollback()
      throw error
    }
  })
}

/** The lock wait in a batch, in seconds. While a member waits for a row, the locked rows of all members stay locked. */
const BATCH_LOCK_WAIT = 1

/**
 * Runs several pieces of work in one transaction, whose statements are sent together: they share the calls and the flush
 * to disk, which cost most. They run concurrently, so they must share no row that one of them writes. If one fails,
 * nothing is committed, and the caller runs them again in smaller batches (docs/decisions/0008-due-rows-in-batches.md).
 */
export function transactTogether(
  works: readonly ((tx: Tx) => Promise<void>)[],
  { now }: Pick<TransactOptions, 'now'>,
): Promise<{ wakeUps: WakeUp[]; steps: TakenStep[] }> {
  const setLockWait = (seconds: number) => `SET innodb_lock_wait_timeout = ${seconds}`
  return inRawTransaction(async (open) => {
    const calls = new BatchCalls(open)
    const clock = timeOf(calls, now)
    const members = works.map(() => {
      const sql = new TransactionSql(new StatementBuffer(calls.send), { inBatch: true })
      return { sql, tx: new OpenTx(sql, clock) }
    })
    try {
      await allOf([
        calls.begin(setLockWait(BATCH_LOCK_WAIT)),
        ...works.map((work, index) => work(members[index]!.tx)),
      ])
      await allOf([...members.map(({ sql }) => sql.flush()), calls.commit(setLockWait(lockWait()))])
    } catch (error) {
      await open.rollback(setLockWait(lockWait()))
      throw error
    }
    return {
      wakeUps: members.flatMap(({ tx }) => tx.wakeUps),
      steps: members.flatMap(({ tx }) => tx.steps),
    }
  })
}

/** Members use one time between two calls, so that their writes are equal. */
function timeOf(calls: BatchCalls, now: () => Date): () => Date {
  let known: { time: Date; answered: number } | undefined
  return () => {
    if (known?.answered !== calls.answered) known = { time: now(), answered: calls.answered }
    return known.time
  }
}

/** Waits until all have ended. Of several errors it throws the one that made the others fail. */
async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(works)).filter((one) => one.status === 'rejected')
  const reasons = failed.map(({ reason }): unknown => reason)
  if (reasons.length > 0) throw reasons.find((reason) => !(reason instanceof BatchFailed)) ?? reasons[0]
}

/**
 * A transaction as its work sees it. It is a class because V8 gives each object literal with accessors a shape of its own,
 * which makes every use of it slow.
 */
class OpenTx implements Tx {
  testClockId: number | null = null
  readonly wakeUps: WakeUp[] = []
  readonly steps: TakenStep[] = []
  readonly sql: Tx['sql']
  readonly #clock: () => Date
  #now: Date | undefined

  constructor(sql: Tx['sql'], clock: () => Date) {
    this.sql = sql
    this.#clock = clock
  }

  get now(): Date {
    return (this.#now ??= this.#clock())
  }

  set now(chosen: Date) {
    this.#now = chosen
  }
}
