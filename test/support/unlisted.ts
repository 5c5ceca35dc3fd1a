import { existsSync, readFileSync, rmSync } from 'node:fs'
import { Connection } from 'mysql2'
import { watchStatements } from './one-project.ts'

/** Frames of a stack that do not tell who sends a statement. */
const NEUTRAL =
  /node_modules|node:|\/db\/|new Promise|Promise\.all|support\/(?:one-project|statements|unlisted)\.ts/

/**
 * A transaction sends buffered writes later, with another statement or COMMIT: their stack does not tell who wrote them. A
 * test that opens a transaction mostly runs an operation in it.
 */
const IN_TRANSACTION = '/db/open-transaction.ts'

const found = new Map<string, string>()

/** Watches the statements of the service that runs in this process. Statements of the test itself, and of the start of an engine, do not count. */
export function watchThisProcess(): void {
  watchStatements(Connection, (statement) => {
    if (found.has(statement)) return
    const frames = stack()
    const sentBy = originOf(frames)
    if (frames.includes(IN_TRANSACTION) || !/\/(?:test|bench|dev\/engines)\//.test(sentBy))
      found.set(statement, `${statement.slice(0, 300)} … sent by ${sentBy}`)
  })
}

/** Returns the unlisted statements since the last call, of this process and of the processes that it started. */
export function takeUnlisted(): string[] {
  const file = process.env.UNLISTED_STATEMENTS ?? ''
  const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []
  rmSync(file, { force: true })
  const unlisted = [...found.values(), ...new Set(lines)]
  found.clear()
  return unlisted
}

function stack(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50 // mysql2 has many frames of its own
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack.replaceAll(process.cwd(), '')
}

function originOf(stack: string): string {
  const frames = stack.split('\n').slice(1)
  return frames.find((line) => !NEUTRAL.test(line))?.trim() ?? 'unknown'
}
