import type { Connection } from 'mysql2'
import { bind } from './bind.ts'
import { isConflict } from './errors.ts'
import { sendTogether, StatementFailed } from './send-together.ts'
import { type Afterwards, Sql, type Value, type Values } from './sql.ts'

interface Statement extends Afterwards {
  text: string
}

/** Sends statements, their values written in, in one call, and returns the answer to each. */
export type Call = (texts: readonly string[]) => Promise<readonly unknown[]>

/** Kept writes of more characters than this are sent: a call has to fit into what the server takes at once. */
const MOST_KEPT = 256 * 1_024

/**
 * The SQL of one transaction, over a connection that takes several statements in one call. What nobody waits for is
 * kept, BEGIN too, and sent in order with what somebody waits for: a round trip costs more than most statements
 * (docs/decisions/0007-writes-are-sent-together.md).
 */
export class TransactionSql extends Sql {
  #kept: Statement[] = []
  #length = 0
  #isSent = false
  #failure: { error: unknown } | null = null
  readonly #call: Call

  /** `call`: of a transaction that several share, and that is begun already. */
  constructor(connection: Connection, call?: Call) {
    super(connection)
    this.#call = call ?? ((texts) => sendTogether(connection, texts))
    if (!call) this.#kept.push({ text: 'BEGIN' })
  }

  /** Keeps a write. A failure of it ends the transaction, whoever catches it: what was to be run behind it was not. */
  override async write(text: string, values: Values = [], afterwards: Afterwards = {}): Promise<void> {
    const bound = this.#bind(text, values)
    this.#kept.push({ ...afterwards, text: bound })
    this.#length += bound.length
    if (this.#length > MOST_KEPT) await this.#sendWithKept(this.#kept.pop()!)
  }

  /** In a transaction with what is kept: that spares a round trip. */
  override often<Row>(text: string, values: readonly Value[] = []): Promise<Row[]> {
    return this.rows<Row>(text, values)
  }

  /** Sends what is kept and ends the transaction. One that has asked for nothing has not begun either. */
  async commit(): Promise<void> {
    if (this.#isSent || this.#kept.length > 1) await this.#sendWithKept({ text: 'COMMIT' })
  }

  /** Sends what is kept, of one transaction that several share. */
  async flush(): Promise<void> {
    const last = this.#kept.pop()
    if (last) await this.#sendWithKept(last)
  }

  /** Forgets what is kept and undoes what was sent. */
  async rollback(): Promise<void> {
    this.#kept = []
    if (this.#isSent) await sendTogether(this.connection, ['ROLLBACK'])
  }

  protected override async send<Answer>(text: string, values: Values): Promise<Answer> {
    return (await this.#sendWithKept({ text: this.#bind(text, values) })) as Answer
  }

  /** Writes the values in. A statement comes from our code and is one: nobody gets another one in between. */
  #bind(text: string, values: Values): string {
    if (text.includes(';'))
      throw new Error('a statement of a transaction holds no semicolon: values are bound')
    return bind(this.connection, text, values)
  }

  async #sendWithKept(last: Statement): Promise<unknown> {
    if (this.#failure) throw this.#failure.error
    const statements = [...this.#kept, last]
    this.#kept = []
    this.#length = 0
    this.#isSent = true
    try {
      const answers = await this.#call(statements.map(({ text }) => text))
      for (const [index, { written }] of statements.entries()) written?.(answers[index] as never)
      return answers.at(-1)
    } catch (error) {
      throw error instanceof StatementFailed ? this.#failureOf(statements, error) : error
    }
  }

  /** Of the last statement somebody may know what to make; who wrote a kept one is gone. */
  #failureOf(statements: readonly Statement[], { index, reason }: StatementFailed): Error {
    const error = statements[index]?.failed?.(reason) ?? reason
    if (index < statements.length - 1 || isConflict(reason)) this.#failure = { error }
    return error
  }
}
