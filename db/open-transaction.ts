import { StatementBuffer } from './statement-buffer.ts'

/** The connection of a transaction. */
interface Connection {
  /** Whether statements can be sent. */
  isUsable(): boolean
  /** Sends statements, which contain their values, in one call, and returns the answer to each. */
  sendTogether(texts: readonly string[]): Promise<unknown[]>
  abort(): void
}

/**
 * A transaction, of Sequelize or raw. BEGIN is sent together with its first statement, and COMMIT
 * together with its last buffered writes. A transaction without statements sends nothing.
 */
export class OpenTransaction {
  readonly #connection: Connection
  #isSent = false
  #isOver = false

  /** BEGIN, and the writes whose result is not awaited. A batch has its own buffers, and sends BEGIN itself. */
  readonly buffer = new StatementBuffer(
    (statements) => this.call(statements.map(({ text }) => text)),
    [{ text: 'BEGIN', values: [] }],
  )

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Closes the connection: the server rolls back, and a caller that waits gets `Unavailable`. */
  abort(): void {
    this.#connection.abort()
  }

  /** Sends statements in one call, and returns the answer to each. */
  call(texts: readonly string[]): Promise<unknown[]> {
    if (this.#isOver) return Promise.reject(new Error('this transaction is over'))
    this.#isSent = true
    return this.#connection.sendTogether(texts)
  }

  /** Commits. Does nothing if that has happened, as when Sequelize commits afterwards. */
  async commit(): Promise<void> {
    if (this.#isOver) return
    if (this.buffer.hasVerification) await this.buffer.flush()
    if (this.#isSent || this.buffer.size > 1) await this.buffer.send({ text: 'COMMIT', values: [] })
    this.#isOver = true
  }

  /** Notes that a batch has committed. */
  committed(): void {
    this.#isOver = true
  }

  /** Rolls back what was sent, and then runs statements outside of the transaction. Does nothing if it is over. */
  async rollback(...after: readonly string[]): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    if (!this.#isSent || !this.#connection.isUsable()) return
    await this.#connection.sendTogether(['ROLLBACK', ...after]).catch(() => {
      this.#connection.abort() // its state is unknown: the server rolls back when it is closed
    })
  }
}
