import type { Sql } from '../../../db/sql.ts'
import { HOUR } from '../../kit/time.ts'
import { log } from '../../runtime/log.ts'
import { release } from '../../runtime/release.ts'

/** Tables whose due rows have a kind. */
type Table = 'timers' | 'emails'

const LOGGED_EVERY = HOUR

/** When each kind was last logged, in milliseconds of `performance.now()`. */
const logged = new Map<string, number>()

/** Returns the unique name of a kind across tables. */
export function kindIn(table: Table, kind: string): string {
  return `${table}.${kind}`
}

/** Logs once an hour that due rows of this kind need a worker of another release, and names the release. */
export async function logUnknownKind(sql: Sql, table: Table, kind: string): Promise<void> {
  const name = kindIn(table, kind)
  const last = logged.get(name)
  if (last !== undefined && performance.now() - last < LOGGED_EVERY) return
  logged.set(name, performance.now())
  const row = await sql.row<{ version: string }>('SELECT version FROM release_kinds WHERE kind = ?', [name])
  const needed = row?.version ?? `newer than ${release}`
  log().warn(
    { table, kind, release, release_needed: needed },
    `due rows of an unknown kind wait for a worker of release ${needed}; start one`,
  )
}
