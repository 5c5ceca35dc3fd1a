import { setImmediate } from 'node:timers/promises'
import { bind } from './bind.ts'
import { type Merged, mergeStatements } from './merge-statements.ts'
import type { OpenTransaction } from './open-transaction.ts'
import { StatementFailed } from './send-together.ts'
import type { Statement } from './statement.ts'

interface Waiting {
  statements: readonly Statement[]
  resolve: (answers: readonly unknown[]) => void
  reject: (error: unknown) => void
}

/** Another member of the batch has failed, so the transaction rolls back. */
export class BatchFailed extends Error {
  constructor() {
    super('another member of the batch has failed')
  }
}

/**
 * The calls of a batch: several pieces of work in one transaction. The statements for which its members wait at the same
 * moment are sent in one call, and equal ones are merged. Statements that a member sends together stay in order.
 */
export class BatchCalls {
  readonly #transaction: OpenTransaction
  #waiting: Waiting[] = []
  #isRunning = false
  #hasFailed = false
  #answered = 0
  #step = 1

  constructor(transaction: OpenTransaction) {
    this.#transaction = transaction
  }

  readonly send = (statements: readonly Statement[]): Promise<readonly unknown[]> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ statements, resolve, reject })
      if (!this.#isRunning) void this.#run()
    })

  /** The number of answered calls. Between two of them no time passes for the members. */
  get answered(): number {
    return this.#answered
  }

  /** Begins the transaction with `settings`, and reads the step between two new ids. */
  async begin(settings: string): Promise<void> {
    const step = 'SELECT @@auto_increment_increment AS step'
    const [, , rows] = await this.send([settings, 'BEGIN', step].map((text) => ({ text, values: [] })))
    this.#step = (rows as { step: number }[])[0]!.step
  }

  /** Commits, and then runs `settings`. */
  async commit(settings: string): Promise<void> {
    await this.send(['COMMIT', settings].map((text) => ({ text, values: [] })))
    this.#transaction.committed()
  }

  async #run(): Promise<void> {
    this.#isRunning = true
    while (this.#waiting.length > 0) {
      await setImmediate() // members that have just got an answer send their next statements first
      const waiting = this.#waiting
      this.#waiting = []
      if (this.#hasFailed) for (const { reject } of waiting) reject(new BatchFailed())
      else await this.#sendAll(waiting)
      this.#answered += 1
    }
    this.#isRunning = false
  }

  async #sendAll(waiting: readonly Waiting[]): Promise<void> {
    let merged: Merged[] = []
    try {
      merged = mergeStatements(waiting.map(({ statements }) => statements))
      const answers = await this.#transaction.call(merged.map(textOf))
      const own: unknown[][] = waiting.map(() => [])
      merged.forEach(({ of, split }, index) => {
        const parts = split(answers[index], this.#step)
        of.forEach(({ member, place }, at) => (own[member]![place] = parts[at]))
      })
      waiting.forEach(({ resolve }, member) => resolve(own[member]!))
    } catch (error) {
      this.#hasFailed = true
      const failed = error instanceof StatementFailed ? merged[error.index]! : null
      waiting.forEach(({ reject }, member) => {
        const place = failed?.of.find((one) => one.member === member)?.place
        if (!(error instanceof StatementFailed)) reject(error)
        else reject(place === undefined ? new BatchFailed() : new StatementFailed(place, error.reason))
      })
    }
  }
}

function textOf({ parts }: Merged): string {
  return parts.map(({ text, values }) => bind(text, values)).join(' UNION ALL ')
}
