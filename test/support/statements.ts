import { Connection } from 'mysql2'

/** A command that mysql2 sends: a query, or a prepared statement with values. Other kinds have neither. */
interface Command {
  sql?: string
  statement?: { query: string }
}

/** mysql2's own method that all commands pass. Its tracing channels do not announce prepared statements. */
const sender = Connection.prototype as unknown as {
  addCommand: (this: { config: { database?: string } }, command: Command) => unknown
}

/** Returns the name of the database that the tests use. */
function ownDatabase(): string {
  return new URL(process.env.DATABASE_URL ?? '').pathname.slice(1)
}

/**
 * Returns the statements of each call that this process sends to a database while `work` runs, with BEGIN and COMMIT. Settings of a new connection do not count. Run `work` once before: reading the token and the project into the
 * cache would count too. A server's log does not tell on every engine which statements were sent in one call.
 */
export async function roundTripsOf(
  work: () => Promise<unknown>,
  database = ownDatabase(),
): Promise<string[][]> {
  const calls: string[][] = []
  const { addCommand } = sender
  sender.addCommand = function (command) {
    const text = command.sql ?? command.statement?.query
    if (text !== undefined && this.config.database === database) calls.push(text.split(';\n').map(onOneLine))
    return addCommand.call(this, command)
  }
  try {
    await work()
  } finally {
    sender.addCommand = addCommand
  }
  return calls.filter(([first]) => !/^SET SESSION |^SELECT NOW\(6\) AS time$/.test(first ?? ''))
}

/** Returns all statements of `roundTripsOf` in one list. */
export async function statementsOf(
  work: () => Promise<unknown>,
  database = ownDatabase(),
): Promise<string[]> {
  return (await roundTripsOf(work, database)).flat()
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Returns the verb and table of each statement, such as `INSERT checkouts`. */
export function outlineOf(statements: readonly string[]): string[] {
  return statements.map((text) => {
    const [, verb = text] = /^(\w+)/.exec(text) ?? []
    const [, table] = /(?:FROM|JOIN|INTO|^UPDATE) `?(\w+)/.exec(text) ?? []
    return table ? `${verb} ${table}` : verb
  })
}

/**
 * Stops the clock of the caches for all tests of a `describe`. So a row that was read before a count is not read
 * again during it, even on a busy machine.
 */
export function forgetNothing(): void {
  before(() => {
    const at = performance.now()
    performance.now = () => at
  })
  after(() => {
    Reflect.deleteProperty(performance, 'now')
  })
}
