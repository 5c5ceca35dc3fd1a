import { EventEmitter } from 'node:events'
import { connect, type Socket } from 'node:net'
import mysql, { type Connection, type ConnectionOptions } from 'mysql2'
import { timeLeft } from '../common/runtime/deadline.ts'
import { Unavailable } from './errors.ts'
import { OpenTransaction } from './open-transaction.ts'
import { LONGEST_USE } from './pool.ts'
import { sendTogether } from './send-together.ts'

type Callback = (error: unknown, result?: unknown) => void

/**
 * A mysql2 connection with two additional rules. Sequelize uses it through `dialectModule`.
 *
 * - A transaction sends BEGIN and its buffered writes with the next statement
 *   (docs/decisions/0007-writes-are-sent-together.md). This also holds for statements of models.
 * - A statement outside of a transaction ends by the request's deadline. Otherwise the connection is closed, and the
 *   caller gets `Unavailable`.
 */
export class DriverConnection extends EventEmitter {
  readonly #socket: Socket
  readonly #connection: Connection
  #transaction: OpenTransaction | undefined

  constructor(options: ConnectionOptions) {
    super()
    // We own the socket: mysql2 can only close it in order, and then tells no caller that waits.
    this.#socket = connect(options.port ?? 3306, options.host)
      .setNoDelay(true)
      .setKeepAlive(true)
    this.#connection = mysql.createConnection({ ...options, stream: () => this.#socket })
    for (const event of ['connect', 'error'])
      this.#connection.on(event, (value: unknown) => this.emit(event, value))
  }

  /** The open transaction of this connection. */
  get transaction(): OpenTransaction {
    if (!this.#transaction) throw new Error('no transaction is open on this connection')
    return this.#transaction
  }

  /** Whether statements can be sent. */
  isUsable(): boolean {
    return this.#connection.state === 'authenticated'
  }

  query(statement: string | { sql: string }, callback: Callback): this {
    const sql = typeof statement === 'string' ? statement : statement.sql
    if (sql === 'START TRANSACTION;') this.#begin(callback)
    else if (this.#transaction) this.#queryInTransaction(this.#transaction, sql, callback)
    // Without `values: null` mysql2 would look for question marks.
    else this.#connection.query({ sql, values: null }, this.#inTime(callback))
    return this
  }

  /** Runs a prepared statement. In a transaction its values are written into the text, so that it can be sent with others. */
  execute(sql: string, values: unknown[], callback: Callback): this {
    if (this.#transaction) return this.query(mysql.format(sql, values as never, true, 'Z'), callback)
    this.#connection.execute(sql, values as never, this.#inTime(callback))
    return this
  }

  /** Runs a statement without a time limit. A connection may be made while another request's deadline applies. */
  prepare(sql: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#connection.query({ sql, values: null }, (error, answer) => {
        if (error) reject(error)
        else resolve(answer)
      })
    })
  }

  end(callback: (error?: unknown) => void): void {
    if (this.isUsable()) this.#connection.end(callback)
    else callback()
  }

  /** Closes a connection whose state is unknown. The server rolls back. */
  abort(): void {
    this.#socket.destroy(new Unavailable('the database did not answer in time'))
  }

  /** Sends statements, which contain their values, in one call, and returns the answer to each. */
  sendTogether(texts: readonly string[]): Promise<unknown[]> {
    return sendTogether(this.#connection, texts)
  }

  #begin(callback: Callback): void {
    this.#transaction = new OpenTransaction(this)
    process.nextTick(callback, null)
  }

  #queryInTransaction(transaction: OpenTransaction, sql: string, callback: Callback): void {
    const isEnd = sql === 'COMMIT;' || sql === 'ROLLBACK;'
    if (isEnd) this.#transaction = undefined
    this.#answer(transaction, sql).then((result) => {
      callback(null, result)
    }, callback)
  }

  #answer(transaction: OpenTransaction, sql: string): Promise<unknown> {
    if (sql === 'COMMIT;') return transaction.commit()
    if (sql === 'ROLLBACK;') return transaction.rollback()
    return transaction.buffer.send({ text: sql, values: [] })
  }

  /** Closes the connection at the deadline, unless the statement has ended by then. */
  #inTime(callback: Callback): Callback {
    const late = setTimeout(
      () => {
        this.abort()
      },
      Math.min(timeLeft(), LONGEST_USE),
    )
    return (error, result) => {
      clearTimeout(late)
      callback(error, result)
    }
  }
}

/** The module that Sequelize uses in place of mysql2. */
export const driver = {
  createConnection: (options: ConnectionOptions): DriverConnection => new DriverConnection(options),
}
