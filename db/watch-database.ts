import { setTimeout as pause } from 'node:timers/promises'
import { SECOND } from '../common/kit/time.ts'
import { log } from '../common/runtime/log.ts'
import { gauge } from '../common/runtime/metrics.ts'
import { release } from '../common/runtime/release.ts'
import { engineProblem, engineVersion } from './engine.ts'
import { logRecovery, logTrouble } from './log-trouble.ts'
import { load } from './pool.ts'
import { probeDatabase } from './probe.ts'
import { newerMigrations } from './run-migrations.ts'
import { besideTransactions, type Sql } from './sql.ts'

const EVERY = 10 * SECOND
/** Interval while the database cannot be used: the alert ends, and the log reports the recovery, within a second. */
const EVERY_DOWN = SECOND

/**
 * Checks at once and then every 10 s that the database takes writes and has the tables of this release; every second while
 * not. Logs why not, and when it works again, also in an idle process. Returns a function that stops it.
 */
export function watchDatabase(): () => void {
  const stopping = new AbortController()
  let works = false
  gauge(
    'tolbor_database_writable',
    '1 if the database took a test write within the last 10 seconds',
    [],
    () => Promise.resolve([{ labels: {}, value: works ? 1 : 0 }]),
  )
  gauge('tolbor_database_connections', 'Connections in use, and uses that wait for one', ['state'], () =>
    Promise.resolve([
      { labels: { state: 'used' }, value: load.used },
      { labels: { state: 'waiting' }, value: load.waiting },
    ]),
  )
  gauge(
    'tolbor_database_server_connections',
    'Connections of the database server from all programs: used, and the limit (max_connections)',
    ['kind'],
    () => besideTransactions(serverConnections),
  )
  void (async () => {
    let isCompared = false
    while (!stopping.signal.aborted) {
      works = await check()
      if (works && !isCompared) {
        isCompared = true
        await compareReleases().catch(logTrouble)
      }
      const interval = works ? EVERY : EVERY_DOWN
      await pause(interval, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  })()
  return () => {
    stopping.abort()
  }
}

async function serverConnections(sql: Sql) {
  const used = await sql.row<{ Value: string }>("SHOW GLOBAL STATUS LIKE 'Threads_connected'")
  const limit = await sql.row<{ most: number }>('SELECT @@max_connections AS most')
  return [
    { labels: { kind: 'used' }, value: Number(used?.Value) },
    { labels: { kind: 'limit' }, value: limit!.most },
  ]
}

let missing: string | null = null

async function check(): Promise<boolean> {
  try {
    const before = missing
    missing = await probeDatabase()
    if (missing !== null && missing !== before) log().error(`the database ${missing}`)
    if (missing === null) logRecovery()
    return missing === null
  } catch (error) {
    if (!logTrouble(error)) log().error({ err: error }, 'the database could not be checked')
    return false
  }
}

/** Logs that a newer release has migrated the database, whose tables this one does not know, or that its server is too old. */
async function compareReleases(): Promise<void> {
  const newer = await besideTransactions(newerMigrations)
  if (newer.length > 0)
    log().warn({ release, migrations: newer }, 'the database is from a newer release; deploy that release')
  const problem = engineProblem(await besideTransactions(engineVersion))
  if (problem !== null) log().error(problem)
}
