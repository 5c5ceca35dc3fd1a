import type { Connection } from 'mysql2'
import type { Sequelize } from 'sequelize'
import { Unavailable } from './errors.ts'

/** Sequelize's pool of connections: it makes them, and closes those that nobody has used for long. */
interface Pool {
  getConnection(options: { type?: string; uuid?: string }): Promise<Connection>
  releaseConnection(connection: Connection): void
  /** Whether a connection still works, as far as this side knows. */
  validate(connection: Connection): boolean
}

interface Waiting {
  resolve: (connection: Connection) => void
  reject: (error: Error) => void
}

/** For each connection so many may wait for it; who comes then is told at once to come again. */
const WAITING_AT_MOST = 50
/** A connection that nobody needs stays here so long at most, in milliseconds. */
const KEPT_FOR = 1_000

/**
 * Hands the connections of a pool from one use to the next. To lend one, Sequelize takes a dozen promises and two timers,
 * which was a thirtieth of a look.
 */
export class Lending {
  readonly #pool: Pool
  readonly #most: number
  /** How many the pool has given us, or is asked for. */
  #taken = 0
  #free: Connection[] = []
  #line: Waiting[] = []
  #tidying: NodeJS.Timeout | undefined

  constructor(sequelize: Sequelize) {
    this.#pool = sequelize.connectionManager as unknown as Pool
    this.#most = sequelize.config.pool?.max ?? 1
  }

  /** A connection that is free, or else the next that becomes so within `longest`, in milliseconds. */
  take(longest: number): Connection | Promise<Connection> {
    return this.#takeFree() ?? this.#wait(longest)
  }

  giveBack(connection: Connection): void {
    if (!this.#pool.validate(connection)) {
      this.#putBack(connection)
      this.#askForMore()
      return
    }
    const first = this.#line.shift()
    if (first) first.resolve(connection)
    else {
      this.#free.push(connection)
      this.#tidying ??= setTimeout(() => {
        this.putAllBack()
      }, KEPT_FOR)
    }
  }

  /** Leaves to the pool what is free. */
  putAllBack(): void {
    clearTimeout(this.#tidying)
    this.#tidying = undefined
    for (const connection of this.#free.splice(0)) this.#putBack(connection)
  }

  #takeFree(): Connection | undefined {
    for (;;) {
      const connection = this.#free.pop()
      if (!connection || this.#pool.validate(connection)) return connection
      this.#putBack(connection)
    }
  }

  #wait(longest: number): Promise<Connection> {
    if (this.#line.length >= WAITING_AT_MOST * this.#most)
      throw new Unavailable('too many are waiting for a connection to the database')
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#line = this.#line.filter((one) => one !== waiting)
        reject(new Unavailable('no connection to the database in time'))
      }, longest)
      const waiting: Waiting = {
        resolve: (connection) => {
          clearTimeout(late)
          resolve(connection)
        },
        reject: (error) => {
          clearTimeout(late)
          reject(error)
        },
      }
      this.#line.push(waiting)
      this.#askForMore()
    })
  }

  #putBack(connection: Connection): void {
    this.#taken -= 1
    this.#pool.releaseConnection(connection) // which gives a closed one to nobody
  }

  /** For somebody in the line. What the pool has is given to whoever is first then. */
  #askForMore(): void {
    if (this.#line.length === 0 || this.#taken >= this.#most) return
    this.#taken += 1
    this.#pool.getConnection({}).then(
      (connection) => {
        this.giveBack(connection)
      },
      (error: unknown) => {
        this.#taken -= 1
        this.#line.shift()?.reject(error as Error)
        this.#askForMore()
      },
    )
  }
}

const known = new WeakMap<Sequelize, Lending>()

export function lendingOf(sequelize: Sequelize): Lending {
  const lending = known.get(sequelize) ?? new Lending(sequelize)
  known.set(sequelize, lending)
  return lending
}
