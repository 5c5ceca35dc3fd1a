import { setImmediate } from 'node:timers/promises'
import type { Connection } from 'mysql2'
import { sendTogether, StatementFailed } from './send-together.ts'

interface Waiting {
  texts: readonly string[]
  resolve: (answers: readonly unknown[]) => void
  reject: (error: unknown) => void
}

/** Somebody else in the same transaction has failed, and so nothing of it will stand. */
export class CompanionFailed extends Error {
  constructor() {
    super('a companion in the same transaction has failed')
  }
}

/**
 * The calls of one transaction that several pieces of work share: what they wait for at the same moment travels
 * together, in the order in which it was asked for, and what one of them sends at once stays side by side.
 */
export class SharedCalls {
  readonly #connection: Connection
  #waiting: Waiting[] = []
  #isUnderWay = false
  #hasFailed = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  readonly send = (texts: readonly string[]): Promise<readonly unknown[]> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ texts, resolve, reject })
      if (!this.#isUnderWay) void this.#goOn()
    })

  async #goOn(): Promise<void> {
    this.#isUnderWay = true
    while (this.#waiting.length > 0) {
      await setImmediate() // all that have just been answered ask their next question first
      const asked = this.#waiting
      this.#waiting = []
      if (this.#hasFailed) for (const { reject } of asked) reject(new CompanionFailed())
      else await this.#sendAll(asked)
    }
    this.#isUnderWay = false
  }

  async #sendAll(asked: readonly Waiting[]): Promise<void> {
    const starts: number[] = []
    let length = 0
    for (const { texts } of asked) {
      starts.push(length)
      length += texts.length
    }
    try {
      const answers = await sendTogether(
        this.#connection,
        asked.flatMap(({ texts }) => texts),
      )
      asked.forEach(({ texts, resolve }, at) => {
        resolve(answers.slice(starts[at], starts[at]! + texts.length))
      })
    } catch (error) {
      this.#hasFailed = true
      asked.forEach(({ texts, reject }, at) => {
        const index = error instanceof StatementFailed ? error.index - starts[at]! : 0
        if (!(error instanceof StatementFailed)) reject(error)
        else if (index >= 0 && index < texts.length) reject(new StatementFailed(index, error.reason))
        else reject(new CompanionFailed())
      })
    }
  }
}
