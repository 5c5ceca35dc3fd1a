import { setImmediate } from 'node:timers/promises'
import type { Connection } from 'mysql2'
import { joinAlike, type Joined } from './join-alike.ts'
import { sendTogether, StatementFailed } from './send-together.ts'
import { bindOne, type Statement } from './statement.ts'

interface Waiting {
  statements: readonly Statement[]
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
 * together, what is alike as one statement. What one of them sends at once stays in its order.
 */
export class SharedCalls {
  readonly #connection: Connection
  #waiting: Waiting[] = []
  #isUnderWay = false
  #hasFailed = false
  #answered = 0
  #step = 1

  constructor(connection: Connection) {
    this.#connection = connection
  }

  readonly send = (statements: readonly Statement[]): Promise<readonly unknown[]> =>
    new Promise((resolve, reject) => {
      this.#waiting.push({ statements, resolve, reject })
      if (!this.#isUnderWay) void this.#goOn()
    })

  /** How many calls have been answered: between two of them no time passes for whoever shares them. */
  get answered(): number {
    return this.#answered
  }

  /** Begins the transaction; what it returns is by how much each new id is greater than the one before. */
  async begin(settings: string): Promise<void> {
    const [, , rows] = await this.send(
      [settings, 'BEGIN', 'SELECT @@auto_increment_increment AS step'].map(plain),
    )
    this.#step = (rows as { step: number }[])[0]!.step
  }

  async #goOn(): Promise<void> {
    this.#isUnderWay = true
    while (this.#waiting.length > 0) {
      await setImmediate() // all that have just been answered ask their next question first
      const asked = this.#waiting
      this.#waiting = []
      if (this.#hasFailed) for (const { reject } of asked) reject(new CompanionFailed())
      else await this.#sendAll(asked)
      this.#answered += 1
    }
    this.#isUnderWay = false
  }

  async #sendAll(asked: readonly Waiting[]): Promise<void> {
    const joined = joinAlike(asked.map(({ statements }) => statements))
    try {
      const answers = await sendTogether(
        this.#connection,
        joined.map((one) => this.#textOf(one)),
      )
      const own: unknown[][] = asked.map(() => [])
      joined.forEach(({ of, share }, index) => {
        const shares = share(answers[index], this.#step)
        of.forEach(({ companion, place }, at) => (own[companion]![place] = shares[at]))
      })
      asked.forEach(({ resolve }, companion) => resolve(own[companion]!))
    } catch (error) {
      this.#hasFailed = true
      const failed = error instanceof StatementFailed ? joined[error.index]! : null
      asked.forEach(({ reject }, companion) => {
        const place = failed?.of.find((one) => one.companion === companion)?.place
        if (!(error instanceof StatementFailed)) reject(error)
        else reject(place === undefined ? new CompanionFailed() : new StatementFailed(place, error.reason))
      })
    }
  }

  #textOf({ parts }: Joined): string {
    return parts.map(({ text, values }) => bindOne(this.#connection, text, values)).join(' UNION ALL ')
  }
}

/** A statement that belongs to nobody in particular. */
export function plain(text: string): Statement {
  return { text, values: [] }
}
