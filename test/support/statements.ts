import type { RowDataPacket } from 'mysql2'
import mysql from 'mysql2/promise'

/**
 * Returns the statements of each call to the test's database while `work` runs, from the server's log, with BEGIN
 * and COMMIT. Settings of a new connection do not count. Run `work` once before: reading the token and the project
 * into the cache would count too.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const address = new URL(process.env.DATABASE_URL ?? '')
  const database = address.pathname.slice(1)
  // This connection has no database, so that its own statements do not count.
  const server = await mysql.createConnection({ uri: new URL('/', address).href })
  try {
    await server.query("SET GLOBAL log_output = 'TABLE'")
    await server.query('TRUNCATE mysql.general_log')
    await server.query('SET GLOBAL general_log = 1')
    await work()
    await server.query('SET GLOBAL general_log = 0')
    const [rows] = await server.query<RowDataPacket[]>(
      `SELECT CONVERT(argument USING utf8mb4) AS text FROM mysql.general_log WHERE command_type IN ('Query', 'Execute')
         AND thread_id IN (SELECT id FROM information_schema.processlist WHERE db = ?)`,
      [database],
    )
    const calls = rows.map(({ text }) => String(text).split(';\n').map(onOneLine))
    return calls.filter(([first]) => !/^SET SESSION |^SELECT NOW\(6\) AS time$/.test(first ?? ''))
  } finally {
    await server.query('SET GLOBAL general_log = 0')
    await server.end()
  }
}

/** Returns all statements of `roundTripsOf` in one list. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await roundTripsOf(work)).flat()
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
