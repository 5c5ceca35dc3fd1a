import type { Sql } from './sql.ts'

/** The oldest releases of each engine that the service supports. */
const OLDEST = { MariaDB: [10, 6], MySQL: [8, 0] } as const

/** Returns the version of the database server, such as `10.11.6-MariaDB`. */
export async function engineVersion(sql: Sql): Promise<string> {
  const row = await sql.row<{ version: string }>('SELECT VERSION() AS version')
  return row?.version ?? ''
}

/** Returns what is wrong with a server of this version and what to do; null if it is new enough. */
export function engineProblem(version: string): string | null {
  const name = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL'
  const [major = 0, minor = 0] = version
    .replace(/^5\.5\.5-/, '') // some versions of MariaDB send it first, for old clients
    .split('.')
    .map(Number)
  const [oldestMajor, oldestMinor] = OLDEST[name]
  const isSupported = major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
  return isSupported ? null : `${name} ${version} is too old: use MariaDB 10.6 or MySQL 8.0, or newer.`
}
