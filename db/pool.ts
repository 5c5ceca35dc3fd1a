import type { Connection } from 'mysql2'
import { config } from '../common/runtime/config.ts'
import { timeLeft } from '../common/runtime/deadline.ts'
import { breakOff } from './break-off.ts'
import { database } from './connection.ts'
import { Unavailable } from './errors.ts'

interface Pool {
  getConnection(options: { type?: string; uuid?: string }): Promise<Connection>
  releaseConnection(connection: Connection): void
}

/** Whose connections: those of transactions, or those beside them. */
type Lender = typeof database

/** What one use of a connection may take where nobody waits for an answer, in milliseconds. */
const LONGEST_USE = 30_000
/** With less time than this left nothing is begun: it would only be broken off, and the connection with it. */
const WORTH_BEGINNING = 100
/** For each connection so many may wait for it; who comes then is told at once to come again. */
const WAITING_AT_MOST = 50

let waiting = 0

/** Sequelize's own pool, so that models and hand-written SQL share one set of connections. */
export function pool(of: Lender = database): Pool {
  return of().connectionManager as unknown as Pool
}

/**
 * Lends a connection to `work`, for as long as the request has time to be answered. What is not done
 * by then is broken off: the connection is closed, whoever waits for an answer of the server is given
 * `Unavailable`, and the server undoes what was not committed.
 */
export async function withConnection<Result>(
  work: (connection: Connection) => Promise<Result>,
  lender: Lender = database,
): Promise<Result> {
  const connection = await getConnection(pool(lender), Math.min(timeLeft(), LONGEST_USE))
  const late = setTimeout(
    () => {
      breakOff(connection)
    },
    Math.min(timeLeft(), LONGEST_USE),
  )
  try {
    return await work(connection)
  } finally {
    clearTimeout(late)
    pool(lender).releaseConnection(connection) // which gives a closed one to nobody
  }
}

/** `longest`: for waiting and use together. Whoever is given one has time to use it. */
async function getConnection(from: Pool, longest: number): Promise<Connection> {
  const within = longest - WORTH_BEGINNING
  if (within <= 0) throw new Unavailable('there is no time left to ask the database')
  if (waiting >= WAITING_AT_MOST * config().dbPoolMax)
    throw new Unavailable('too many are waiting for a connection to the database')
  waiting += 1
  const getting = from.getConnection({})
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Unavailable('no connection to the database in time'))
      getting.then(
        (connection) => {
          from.releaseConnection(connection)
        },
        () => undefined,
      )
    }, within)
  })
  try {
    return await Promise.race([getting, late])
  } finally {
    clearTimeout(timer)
    waiting -= 1
  }
}
