import type { Connection } from 'mysql2'
import type { Sequelize } from 'sequelize'
import { NO_PROJECT } from '../common/runtime/share.ts'
import { Unavailable } from './errors.ts'

/** Sequelize's pool of connections: it makes them, and closes those that nobody has used for long. */
interface Pool {
  getConnection(options: { type?: string; uuid?: string }): Promise<Connection>
  releaseConnection(connection: Connection): void
  /** Whether a connection still works, as far as this side knows. */
  validate(connection: Connection): boolean
}

interface Waiting {
  share: number
  resolve: (connection: Connection) => void
  reject: (error: Error) => void
}

/** For each connection so many of a share may wait; further callers fail fast. */
const WAITING_AT_MOST = 50
/** One project leaves a fifth of the connections to others. Fewer would slow down a single busy project (docs/performance.md). */
const LEFT_FREE = 5
/** A connection that nobody needs stays here so long at most, in milliseconds. */
const KEPT_FOR = 1_000

/**
 * Hands the connections of a pool from one use to the next. To lend one, Sequelize takes a dozen promises and two timers,
 * which was a thirtieth of a read. A share is a project: each uses four fifths of the connections at most, and waiting
 * projects take turns (docs/decisions/0075-fair-connections.md).
 */
export class Lending {
  readonly #pool: Pool
  readonly #most: number
  readonly #mostOfShare: number
  /** How many the pool has given us, or is asked for. */
  #taken = 0
  #free: Connection[] = []
  /** How many connections each share uses. */
  readonly #used = new Map<number, number>()
  /** Who waits, by share; the share whose turn is next comes first. */
  readonly #lines = new Map<number, Waiting[]>()
  #tidying: NodeJS.Timeout | undefined

  constructor(sequelize: Sequelize) {
    this.#pool = sequelize.connectionManager as unknown as Pool
    this.#most = sequelize.config.pool?.max ?? 1
    this.#mostOfShare = Math.max(1, this.#most - Math.ceil(this.#most / LEFT_FREE))
  }

  /** Lends a free connection, or else the next that `share` may have within `longest`, in milliseconds. */
  take(longest: number, share = NO_PROJECT): Connection | Promise<Connection> {
    const connection = this.#mayUse(share) ? this.#takeFree() : undefined
    if (!connection) return this.#wait(longest, share)
    this.#count(share, 1)
    return connection
  }

  giveBack(connection: Connection, share = NO_PROJECT): void {
    this.#count(share, -1)
    this.#lend(connection)
  }

  /** Leaves to the pool what is free. */
  putAllBack(): void {
    clearTimeout(this.#tidying)
    this.#tidying = undefined
    for (const connection of this.#free.splice(0)) this.#putBack(connection)
  }

  /** What belongs to no project is short: it looks up whose request it is. */
  #mayUse(share: number): boolean {
    return share === NO_PROJECT || (this.#used.get(share) ?? 0) < this.#mostOfShare
  }

  #count(share: number, more: 1 | -1): void {
    const used = (this.#used.get(share) ?? 0) + more
    if (used === 0) this.#used.delete(share)
    else this.#used.set(share, used)
  }

  /** Gives a connection to the next who waits and may have it. */
  #lend(connection: Connection): void {
    if (!this.#pool.validate(connection)) {
      this.#putBack(connection)
      this.#askForMore()
      return
    }
    const next = this.#next()
    if (next) next.resolve(connection)
    else {
      this.#free.push(connection)
      this.#tidying ??= setTimeout(() => {
        this.putAllBack()
      }, KEPT_FOR)
    }
  }

  /** Takes the next who may have a connection out of the line, and counts it as used. */
  #next(): Waiting | undefined {
    for (const [share, line] of this.#lines) {
      if (!this.#mayUse(share)) continue
      const first = line.shift()!
      this.#lines.delete(share)
      if (line.length > 0) this.#lines.set(share, line) // behind the others
      this.#count(share, 1)
      return first
    }
    return undefined
  }

  #takeFree(): Connection | undefined {
    for (;;) {
      const connection = this.#free.pop()
      if (!connection || this.#pool.validate(connection)) return connection
      this.#putBack(connection)
    }
  }

  #wait(longest: number, share: number): Promise<Connection> {
    const line = this.#lines.get(share) ?? []
    if (line.length >= WAITING_AT_MOST * this.#most)
      throw new Unavailable('too many are waiting for a connection to the database')
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => {
        this.#leave(share, waiting)
        reject(new Unavailable('no connection to the database in time'))
      }, longest)
      const waiting: Waiting = {
        share,
        resolve: (connection) => {
          clearTimeout(late)
          resolve(connection)
        },
        reject: (error) => {
          clearTimeout(late)
          reject(error)
        },
      }
      line.push(waiting)
      this.#lines.set(share, line)
      this.#askForMore()
    })
  }

  #leave(share: number, waiting: Waiting): void {
    const left = (this.#lines.get(share) ?? []).filter((one) => one !== waiting)
    if (left.length > 0) this.#lines.set(share, left)
    else this.#lines.delete(share)
  }

  #putBack(connection: Connection): void {
    this.#taken -= 1
    this.#pool.releaseConnection(connection) // which gives a closed one to nobody
  }

  /** For those who wait and may have one. What the pool has is given to whoever is first then. */
  #askForMore(): void {
    if (this.#taken >= this.#most) return
    if (!Array.from(this.#lines.keys()).some((share) => this.#mayUse(share))) return
    this.#taken += 1
    this.#pool.getConnection({}).then(
      (connection) => {
        this.#lend(connection)
      },
      (error: unknown) => {
        this.#taken -= 1
        const next = this.#next()
        if (next) {
          this.#count(next.share, -1)
          next.reject(error as Error)
        }
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
