import { expect } from 'chai'
import { Connection } from 'mysql2'
import { acrossProjects, keys } from './across-projects.ts'

interface Command {
  sql?: string
  statement?: { query: string }
}

const sender = Connection.prototype as unknown as { addCommand: (this: unknown, command: Command) => unknown }

/** Frames of a stack that do not tell who sends a statement. */
const NEUTRAL = /node_modules|node:|\/db\/|new Promise|Promise\.all|support\/(?:one-project|statements)\.ts/

/**
 * Lets the tests of this file fail if the service sends a statement that does not name one project (`project_id = ?`), and is
 * not listed in across-projects.ts. Such a statement would be sent to all shards of a database that is sharded by project
 * (docs/scaling.md). Statements that the test itself sends do not count.
 */
export function staysInOneProject(): void {
  const { addCommand } = sender
  const found = new Map<string, string>()
  const { stackTraceLimit } = Error

  before(() => {
    Error.stackTraceLimit = 50 // mysql2 has many frames of its own
    sender.addCommand = function (command) {
      const text = command.sql ?? command.statement?.query ?? ''
      for (const statement of text.split(';\n').map(withoutValues)) {
        const place = placeOf(statement)
        if (place === null || found.has(place) || acrossProjects.some(([text]) => statement.includes(text)))
          continue
        const sentBy = originOf(new Error().stack ?? '')
        if (!sentBy.includes('test/'))
          found.set(place, `${place}: ${statement.slice(0, 300)} … sent by ${sentBy}`)
      }
      return addCommand.call(this, command)
    }
  })
  after(() => {
    sender.addCommand = addCommand
    Error.stackTraceLimit = stackTraceLimit
    const unlisted = [...found].filter(([place]) => !keys.has(place))
    const advice = 'Add "project_id = ?", or list it with its reason in test/support/across-projects.ts'
    expect(
      unlisted.map(([, statement]) => statement),
      advice,
    ).to.deep.equal([])
  })
}

/** Replaces the values of a statement by `?`, and a list of values by one of them. */
export function withoutValues(text: string): string {
  return text
    .replace(/'(?:[^'\\]|\\.|'')*'/gs, '?')
    .replace(/\b\d+(?:\.\d+)?\b/g, '?')
    .replace(/X\?/g, '?')
    .replace(/\?(?:, ?\?)+/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns null if a statement names one project, as a row of `projects` does, or reads no table. Otherwise returns its table and the key by which it finds
 * rows, such as `checkouts.id`, or the table alone if it has no key.
 */
export function placeOf(statement: string): string | null {
  if (!/^\(?(?:SELECT|INSERT|UPDATE|DELETE)/.test(statement)) return null
  const [, table] = /(?:FROM|INTO|^UPDATE(?: IGNORE)?) (\w+)/.exec(statement) ?? []
  if (table === undefined || table === 'information_schema' || table === 'projects') return null
  if (/\bproject_id (?:=|IN) \(?\?/.test(statement)) return null
  if (/^INSERT (?:IGNORE )?INTO \w+ \([^)]*\bproject_id\b/.test(statement)) return null
  const [, key] =
    /(?:WHERE|AND) \(?(?:\w+\.)?(id|\w+_id|hash|token|code|cause|subject|payment_link_key) (?:=|IN) \(?\?/.exec(
      statement,
    ) ?? []
  return key === undefined ? table : `${table}.${key}`
}

function originOf(stack: string): string {
  const frame =
    stack
      .split('\n')
      .slice(1)
      .find((line) => !NEUTRAL.test(line)) ?? 'unknown'
  return frame.replace(process.cwd(), '').trim()
}
