import type { Connection } from 'mysql2'
import { timeLeft } from '../common/runtime/deadline.ts'
import { currentShare } from '../common/runtime/share.ts'
import { breakOff } from './break-off.ts'
import { database } from './connection.ts'
import { Unavailable } from './errors.ts'
import { lendingOf } from './lending.ts'

/** Whose connections: those of transactions, or those beside them. */
type Lender = typeof database

/** How many connections this process uses now, and how many uses wait for one, over all pools. */
export const load = { used: 0, waiting: 0 }

/** What one use of a connection may take where nobody waits for an answer, in milliseconds. */
const LONGEST_USE = 30_000
/** With less time than this left nothing is begun: it would only be broken off, and the connection with it. */
const WORTH_BEGINNING = 100

/**
 * Lends a connection to `work`, for as long as the request has time to be answered. What is not done
 * by then is broken off: the connection is closed, whoever waits for an answer of the server is given
 * `Unavailable`, and the server undoes what was not committed.
 */
export async function withConnection<Result>(
  work: (connection: Connection) => Promise<Result>,
  lender: Lender = database,
): Promise<Result> {
  const lending = lendingOf(lender())
  const within = Math.min(timeLeft(), LONGEST_USE) - WORTH_BEGINNING // whoever is given one has time to use it
  if (within <= 0) throw new Unavailable('there is no time left to ask the database')
  const share = currentShare()
  load.waiting += 1
  let connection: Connection
  try {
    const taken = lending.take(within, share)
    connection = taken instanceof Promise ? await taken : taken
  } finally {
    load.waiting -= 1
  }
  load.used += 1
  const late = setTimeout(
    () => {
      breakOff(connection)
    },
    Math.min(timeLeft(), LONGEST_USE),
  )
  try {
    return await work(connection)
  } finally {
    load.used -= 1
    clearTimeout(late)
    lending.giveBack(connection, share)
  }
}
