import { AsyncLocalStorage } from 'node:async_hooks'
import { config } from '../common/runtime/config.ts'
import { timeLeft } from '../common/runtime/deadline.ts'
import { currentShare } from '../common/runtime/share.ts'
import { ConnectionSlots } from './connection-slots.ts'
import { Unavailable } from './errors.ts'

/** The longest use of a connection outside of a request, in milliseconds. */
export const LONGEST_USE = 30_000

/** Number of connections that this process uses now, and of uses that wait for one, over all pools. */
export const load = { used: 0, waiting: 0 }

/** With less time left, in milliseconds, a connection is not used: the use would be aborted, and the connection closed. */
const WORTH_BEGINNING = 100

let shared: ConnectionSlots | undefined

/** Returns the slots of this process: transactions and reads together use at most `DB_POOL_MAX` connections. */
export function connectionSlots(): ConnectionSlots {
  return (shared ??= new ConnectionSlots(config().dbPoolMax))
}

/** One use of a connection, until its deadline. */
export interface Use {
  isOver: boolean
  /** Runs at the deadline, if the use has not ended by then. */
  abort?: () => void
}

/** The use in which code runs, if nested uses are refused. */
let current: AsyncLocalStorage<Use | undefined> | undefined

/**
 * Refuses a use of a connection inside of another, in tests: once all connections are used like this, each use waits for
 * another one. Statements that must not be part of a transaction have connections of their own, see `besideTransactions`. Returns
 * the storage of the current use.
 */
export function refuseNestedUses(): AsyncLocalStorage<Use | undefined> {
  return (current = new AsyncLocalStorage())
}

/**
 * Runs `work`, which uses one connection, when this project may use one. At the request's deadline it aborts the use and
 * throws `Unavailable`.
 */
export async function withSlot<Result>(
  work: (use: Use) => Promise<Result>,
  slots = connectionSlots(),
): Promise<Result> {
  const nesting = slots === shared ? current : undefined
  if (nesting?.getStore()?.isOver === false)
    throw new Error(
      'a second connection is used inside of a first: pass its transaction, or read before or after it',
    )
  const within = Math.min(timeLeft(), LONGEST_USE) - WORTH_BEGINNING
  if (within <= 0) throw new Unavailable('there is no time left to ask the database')
  const share = currentShare()
  await takeSlot(slots, share, within)
  load.used += 1
  const watched = nesting ? (use: Use) => nesting.run(use, () => work(use)) : work
  return inTime(watched, () => {
    load.used -= 1
    slots.free(share)
  })
}

async function takeSlot(slots: ConnectionSlots, share: number, within: number): Promise<void> {
  const waiting = slots.take(share, within)
  if (!waiting) return
  load.waiting += 1
  try {
    await waiting
  } finally {
    load.waiting -= 1
  }
}

/** Calls `ended` once, when the work has ended or at the deadline. */
function inTime<Result>(work: (use: Use) => Promise<Result>, ended: () => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    const use: Use = { isOver: false }
    const end = () => {
      if (use.isOver) return
      use.isOver = true
      clearTimeout(late)
      ended()
    }
    const late = setTimeout(
      () => {
        end()
        use.abort?.()
        reject(new Unavailable('the database did not answer in time'))
      },
      Math.min(timeLeft(), LONGEST_USE),
    )
    work(use).finally(end).then(resolve, reject)
  })
}
