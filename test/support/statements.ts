import type { RowDataPacket } from 'mysql2'
import mysql from 'mysql2/promise'

/**
 * Every call that the connections of this test's database make while `work` runs, with the statements that each
 * carries, BEGIN and COMMIT included, as the server has seen them. The settings of a new connection do not count. Make
 * `work` warm first: the token and the project that are then remembered count otherwise.
 */
export async function roundTripsOf(work: () => Promise<unknown>): Promise<string[][]> {
  const address = new URL(process.env.DATABASE_URL ?? '')
  const database = address.pathname.slice(1)
  // Without a database, so that what is asked here is not among the answers.
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

/** Every statement of `roundTripsOf`. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await roundTripsOf(work)).flat()
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** What each statement does, and to which table: `INSERT checkouts`. */
export function outlineOf(statements: readonly string[]): string[] {
  return statements.map((text) => {
    const [, verb = text] = /^(\w+)/.exec(text) ?? []
    const [, table] = /(?:FROM|JOIN|INTO|^UPDATE) `?(\w+)/.exec(text) ?? []
    return table ? `${verb} ${table}` : verb
  })
}

/**
 * For all tests of a `describe`: the time by which tokens and projects are forgotten stands still, so that what was read
 * before a count is not read again in it, however busy the machine is.
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
