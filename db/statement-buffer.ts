import type { Values } from './bind.ts'
import { isConflict } from './errors.ts'
import { StatementFailed } from './send-together.ts'
import type { Statement } from './statement.ts'

/** Sends statements in one call, and returns the answer to each. */
export type Call = (statements: readonly Statement[]) => Promise<readonly unknown[]>

/** The most characters that are buffered: a call must fit into the server's `max_allowed_packet`. */
const LONGEST_BUFFER = 256 * 1_024

/**
 * The statements of a transaction whose results are not awaited. They are sent, in order, in one call with the next
 * statement whose result is awaited: a round trip costs more than most statements.
 */
export class StatementBuffer {
  #statements: Statement[]
  #length = 0
  #failure: { error: unknown } | null = null
  readonly #call: Call

  /** `first`: statements that are sent before all others. */
  constructor(call: Call, first: Statement[] = []) {
    this.#call = call
    this.#statements = first
  }

  get size(): number {
    return this.#statements.length
  }

  /** Whether it contains the verification of a speculative read, which must succeed before COMMIT is sent. */
  get hasVerification(): boolean {
    return this.#statements.some(isVerification)
  }

  /** The error after which no statement of the transaction may run. */
  get failure(): unknown {
    return this.#failure?.error
  }

  /** Buffers a statement. If it fails, the transaction ends even if the error is caught: later writes were not run. */
  async add(statement: Statement): Promise<void> {
    const length = lengthOf(statement)
    // Before it, not with it: a following LAST_INSERT_ID() has to be in the same call.
    if (this.#length > 0 && this.#length + length > LONGEST_BUFFER) await this.flush()
    this.#statements.push(statement)
    this.#length += length
  }

  /** Sends the buffered statements and `last`; returns the answer to `last`. */
  async send(last: Statement): Promise<unknown> {
    if (this.#failure) throw this.#failure.error
    const statements = [...this.#statements, last]
    this.#clear()
    try {
      const answers = await this.#call(statements)
      for (const [index, { written }] of statements.entries()) written?.(answers[index] as never)
      return answers.at(-1)
    } catch (error) {
      if (error instanceof StatementFailed) {
        this.#statements = statements.filter(isVerification) // their answers are lost with the others
        throw this.#failureOf(statements, error)
      }
      this.#failure = { error }
      throw error
    }
  }

  async flush(): Promise<void> {
    const last = this.#statements.pop()
    if (last) await this.send(last)
  }

  /** Runs the verifications after the transaction has failed. All other statements are dropped, and rolled back. */
  async verifyAfterFailure(): Promise<void> {
    this.#failure = null
    this.#statements = this.#statements.filter(isVerification)
    await this.flush()
  }

  #clear(): void {
    this.#statements = []
    this.#length = 0
  }

  /** The caller may handle an error of the last statement; the caller of a buffered one has continued. */
  #failureOf(statements: readonly Statement[], { index, reason }: StatementFailed): Error {
    const error = statements[index]?.failed?.(reason) ?? reason
    if (index < statements.length - 1 || isConflict(reason)) this.#failure = { error }
    return error
  }
}

function isVerification({ verifies }: Statement): boolean {
  return verifies === true
}

/** Returns the number of characters of a statement with its values; numbers and times are short. */
function lengthOf({ text, values }: { text: string; values: Values }): number {
  const lengths = values
    .flat(2)
    .map((value) => (typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 0))
  return lengths.reduce((sum, length) => sum + length, text.length)
}
