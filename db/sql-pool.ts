import mysql, { type Pool, type PoolConnection } from 'mysql2'
import { config } from '../common/runtime/config.ts'
import type { ConnectionSlots } from './connection-slots.ts'
import { Unavailable } from './errors.ts'
import { withSlot } from './pool.ts'
import { IDLE_IN_POOL, readTime, sessionOptions, sessionSettings } from './session.ts'

/** The server of a pool. */
interface PoolServer {
  url: string
  isReplica: boolean
}

function primary(): PoolServer {
  return { url: config().databaseUrl, isReplica: false }
}

/**
 * The connections for raw SQL, outside of transactions and in raw ones: mysql2's pool. A read through `sequelize.query`
 * takes more than twice as long, and so does a transaction of Sequelize (docs/performance.md).
 */
export class SqlPool {
  readonly #pool: Pool
  readonly #slots: ConnectionSlots

  constructor(slots: ConnectionSlots, { url, isReplica }: PoolServer = primary()) {
    this.#slots = slots
    this.#pool = mysql.createPool({
      ...sessionOptions,
      multipleStatements: true,
      uri: url,
      // The slots limit the connections. mysql2 closes idle ones only if it may keep fewer than it may open.
      connectionLimit: slots.most + 1,
      maxIdle: slots.most,
      idleTimeout: IDLE_IN_POOL * 1_000,
      gracefulEnd: true,
    })
    this.#pool.on('connection', isReplica ? prepareReplica : preparePrimary)
  }

  /** Runs `work` with a connection, until the request's deadline. */
  use<Result>(work: (connection: PoolConnection) => Promise<Result>): Promise<Result> {
    return withSlot(async (use) => {
      const connection = await this.#connect()
      use.abort = () => {
        connection.destroy()
      }
      try {
        if (use.isOver) throw new Unavailable('the connection to the database was made too late')
        return await work(connection)
      } finally {
        connection.release() // does nothing if the connection is closed
      }
    }, this.#slots)
  }

  /** Closes the connections once their statements have ended. */
  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#pool.end(() => {
        resolve()
      })
    })
  }

  #connect(): Promise<PoolConnection> {
    return new Promise((resolve, reject) => {
      this.#pool.getConnection((error, connection) => {
        if (error) reject(error)
        else resolve(connection)
      })
    })
  }
}

function preparePrimary(connection: PoolConnection): void {
  prepare(connection, (run) => [...sessionSettings().map(run), readTime(run)])
}

/** The time is the primary's, so a replica is not asked. Its sessions refuse writes even if the server takes them. */
function prepareReplica(connection: PoolConnection): void {
  prepare(connection, (run) => [...sessionSettings(), 'SET SESSION TRANSACTION READ ONLY'].map(run))
}

type Run = (text: string) => Promise<unknown>

/** Prepares the session of a new connection. mysql2 runs these statements before the first user's statements. */
function prepare(connection: PoolConnection, statements: (run: Run) => Promise<unknown>[]): void {
  connection.on('error', () => undefined) // the pool drops the connection, and each statement's caller gets the error
  const run = (text: string) =>
    new Promise<unknown>((resolve, reject) => {
      connection.query(text, (error, result) => {
        if (error) reject(error)
        else resolve(result)
      })
    })
  Promise.all(statements(run)).catch(() => {
    connection.destroy()
  })
}
