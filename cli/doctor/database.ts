import { SECOND } from '../../common/kit/time.ts'
import { config } from '../../common/runtime/config.ts'
import { workersAlive } from '../../common/services/workers/heartbeat.ts'
import { engineProblem, engineVersion } from '../../db/engine.ts'
import { sentenceFor } from '../../db/errors.ts'
import { testWrite } from '../../db/probe.ts'
import { isMigrated, newerMigrations } from '../../db/run-migrations.ts'
import { onConnection, type Sql } from '../../db/sql.ts'
import { type Check, check } from './check.ts'

/** Largest allowed difference between our clock and the database's, in milliseconds. */
const MOST_APART = 2 * SECOND

/** Checks the database through our own connections. */
export async function checkDatabase(): Promise<Check[]> {
  return onConnection(async (sql) => {
    const variables = await variablesOf(sql)
    return [
      engine(await engineVersion(sql)),
      await migrated(sql),
      await writable(sql),
      await zone(sql),
      await collation(sql),
      isolation(variables),
      durability(variables),
      await connections(sql),
      await clock(sql),
    ]
  })
}

async function variablesOf(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.rows<{ Variable_name: string; Value: string }>(
    `SHOW SESSION VARIABLES WHERE Variable_name IN ('transaction_isolation', 'tx_isolation',
       'innodb_flush_log_at_trx_commit', 'innodb_doublewrite')`,
  )
  return new Map(rows.map((row) => [row.Variable_name, row.Value]))
}

async function migrated(sql: Sql): Promise<Check> {
  if (!(await isMigrated(sql)))
    return check('migrations', false, '', 'Some have not run: run the release process.')
  const [newer] = (await newerMigrations(sql)).slice(-1)
  const wrong = `The database is from a newer release (${newer ?? ''}). This release runs, but deploy the newer one.`
  return check('migrations', newer === undefined, 'All have run.', wrong)
}

function engine(version: string): Check {
  const problem = engineProblem(version)
  return check('database', problem === null, `Reached: ${version}.`, problem ?? '')
}

async function writable(sql: Sql): Promise<Check> {
  const failure = await testWrite(sql).then(() => null, sentenceFor)
  return check('database writes', failure === null, 'A test write succeeded.', failure ?? '')
}

async function zone(sql: Sql): Promise<Check> {
  const row = await sql.row<{ offset: number }>(
    'SELECT TIMESTAMPDIFF(SECOND, UTC_TIMESTAMP(), NOW()) AS `offset`',
  )
  const ok = row?.offset === 0
  return check(
    'database zone',
    ok,
    'UTC.',
    'Our connections do not use UTC, so times would be wrong. Remove the setting of their time_zone, for example in a proxy.',
  )
}

async function collation(sql: Sql): Promise<Check> {
  const row = await sql.row<{ collation: string; others: string | null }>(
    `SELECT DEFAULT_COLLATION_NAME AS collation, (SELECT GROUP_CONCAT(TABLE_NAME) FROM information_schema.TABLES
       WHERE TABLE_SCHEMA = DATABASE() AND TABLE_COLLATION NOT LIKE 'utf8mb4%') AS others
     FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = DATABASE()`,
  )
  const used = row?.collation ?? 'unknown'
  const wrong = row?.others ?? (used.startsWith('utf8mb4') ? null : `the database's default (${used})`)
  return check(
    'database collation',
    wrong === null,
    `${used}.`,
    `Not utf8mb4: ${wrong ?? ''}. Names would lose letters. Convert it with ALTER … CHARACTER SET utf8mb4.`,
  )
}

function isolation(variables: Map<string, string>): Check {
  const level = variables.get('transaction_isolation') ?? variables.get('tx_isolation') ?? 'unknown'
  const wrong = `Our connections use ${level} instead of READ COMMITTED. Remove what overrides it: a proxy, or a setting of the database.`
  return check('database isolation', level === 'READ-COMMITTED', 'READ COMMITTED.', wrong)
}

function durability(variables: Map<string, string>): Check {
  const flush = variables.get('innodb_flush_log_at_trx_commit')
  const doublewrite = variables.get('innodb_doublewrite')
  const wrong = [
    ...(flush === '1' ? [] : [`innodb_flush_log_at_trx_commit is ${flush ?? 'unknown'}, set it to 1`]),
    ...(['ON', '1'].includes(doublewrite ?? '')
      ? []
      : [`innodb_doublewrite is ${doublewrite ?? 'unknown'}, set it to ON`]),
  ]
  return check(
    'database durability',
    wrong.length === 0,
    'Committed data survives a crash.',
    `A crash may lose committed payments: ${wrong.join('; ')}.`,
  )
}

/** Connections that one process may keep open, the idle ones of its pools included. */
const connectionsPerProcess = () => 2 * config().dbPoolMax + 2

/** Checks that the known workers and one web process find enough connections when all are busy. */
async function connections(sql: Sql): Promise<Check> {
  const row = await sql.row<{ most: number }>('SELECT @@max_connections AS most')
  const most = row?.most ?? 0
  const each = connectionsPerProcess()
  const { length: workers } = await workersAlive(sql).catch(() => [])
  const processes = Math.floor(most / each)
  const fine = `max_connections ${most} is enough for ${processes} processes of ${each} connections each.`
  const wrong = `${fine} ${workers} workers and at least one web process run: raise max_connections, or lower DB_POOL_MAX.`
  return check('database connections', processes > workers, fine, wrong)
}

async function clock(sql: Sql): Promise<Check> {
  const before = Date.now()
  const row = await sql.row<{ at: number }>('SELECT UNIX_TIMESTAMP(NOW(6)) * 1000 AS at')
  const apart = Math.round(Math.abs(Number(row?.at) - (before + Date.now()) / 2))
  const wrong = `${apart} ms apart. Synchronise both machines with NTP.`
  return check('clock', apart <= MOST_APART, `Within ${apart} ms of the database's.`, wrong)
}
