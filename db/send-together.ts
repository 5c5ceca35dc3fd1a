import type { Connection, QueryError } from 'mysql2'

/** No value has a line break: it is written as `\n`. So a log that shows a call shows where each statement ends. */
const BETWEEN = ';\n'

/** One of several statements has failed: those before it are done, none behind it has been run. */
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
 * Sends statements, their values written in already, in one call, and returns the answer to each. The server runs
 * them in order and stops at the first that fails.
 */
export function sendTogether(connection: Connection, texts: readonly string[]): Promise<unknown[]> {
  return new Promise((resolve, reject) => {
    // Without `values: null` mysql2 would look for question marks once more.
    // mysql2 answers at once, before it returns, where the connection is closed already.
    const sent: { call?: object } = {}
    sent.call = connection.query({ sql: texts.join(BETWEEN), values: null }, (error, answer) => {
      if (error) reject(new StatementFailed(underWay(sent.call), error))
      else resolve(texts.length === 1 ? [answer] : (answer as unknown[]))
    })
  })
}

/** Which statement of a call the server was at. mysql2 tells of the end of writes only. */
function underWay(call: object | undefined): number {
  return (call as { _resultIndex: number } | undefined)?._resultIndex ?? 0
}
