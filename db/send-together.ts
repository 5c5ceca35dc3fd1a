import type { Connection, QueryError } from 'mysql2'

/** No value has a line break, since it is escaped as `\n`. So the server's log shows where each statement ends. */
const BETWEEN = ';\n'

/** One of several statements failed: those before it were run, those after it were not. */
export class StatementFailed extends Error {
  readonly index: number
  readonly reason: QueryError

  constructor(index: number, reason: QueryError) {
    super(reason.message)
    this.index = index
    this.reason = reason
  }
}

/**
 * Sends statements, which contain their values, in one call, and returns the answer to each. The server runs them in
 * order and stops at the first that fails.
 */
export function sendTogether(connection: Connection, texts: readonly string[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    let answered = 0
    // Without null, mysql2 would look for question marks.
    const call = connection.query(texts.join(BETWEEN), null, (error, answer) => {
      // A SELECT counts as answered before its rows arrive, so the last one may fail after that.
      if (error) reject(new StatementFailed(Math.min(answered, texts.length - 1), error))
      else resolve(texts.length === 1 ? [answer] : (answer as unknown[]))
    })
    call.on('fields', () => (answered += 1))
  })
}
