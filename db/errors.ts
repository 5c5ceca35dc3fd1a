interface DatabaseError {
  errno?: number
  code?: string
  name?: string
  fatal?: boolean
  original?: DatabaseError
}

function original(error: unknown): DatabaseError {
  return originalOf(error) ?? {}
}

/** Returns the error that Sequelize has wrapped, or the error itself. */
export function originalOf(error: unknown): DatabaseError | null | undefined {
  const given = error as DatabaseError | null | undefined
  return given?.original ?? given
}

const DUPLICATE = 1062
const LOCK_WAIT_TIMEOUT = 1205
const DEADLOCK = 1213
const CHANGED_SINCE_READ = 1020
/** Another member of Group Replication has changed the row. */
const ROLLED_BACK_BY_GROUP = 3101
/** A migration has altered the table since the snapshot. A new transaction sees the new table. */
const TABLE_CHANGED = 1412

const CONFLICTS = new Set<number | undefined>([
  DEADLOCK,
  CHANGED_SINCE_READ,
  ROLLED_BACK_BY_GROUP,
  TABLE_CHANGED,
])

/** Returns whether a unique index refused the row; with `index` only the index of this name. */
export function isDuplicate(error: unknown, index?: string): boolean {
  const cause = original(error) as DatabaseError & { sqlMessage?: string }
  return cause.errno === DUPLICATE && (index === undefined || (cause.sqlMessage ?? '').includes(index))
}

const EXISTS = new Set([1050, 1060, 1061]) // a table, a column, a key of this name
const DOES_NOT_EXIST = 1091

/** Returns whether a DDL statement failed because it has run before: its object exists, or is dropped. */
export function isDone(error: unknown): boolean {
  const { errno } = original(error)
  return errno !== undefined && (EXISTS.has(errno) || errno === DOES_NOT_EXIST)
}

export function isLockTimeout(error: unknown): boolean {
  return original(error).errno === LOCK_WAIT_TIMEOUT
}

/** Returns whether another transaction made this one fail, so that it may run again. */
export function isConflict(error: unknown): boolean {
  const { errno } = original(error)
  return CONFLICTS.has(errno)
}

/** The errors of drivers and servers by the cause that an operator must remove. */
const CODES = {
  access_denied: 'ER_ACCESS_DENIED_ERROR ER_ACCESS_DENIED_NO_PASSWORD_ERROR ER_DBACCESS_DENIED_ERROR',
  no_such_database: 'ER_BAD_DB_ERROR',
  not_migrated: 'ER_NO_SUCH_TABLE',
  read_only:
    'ER_OPTION_PREVENTS_STATEMENT ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION ER_OPEN_AS_READONLY ER_READ_ONLY_MODE',
  no_space: 'ER_RECORD_FILE_FULL ER_DISK_FULL ER_ERROR_ON_WRITE',
  not_in_group: 'ER_RUN_HOOK_ERROR ER_UNKNOWN_COM_ERROR', // of Group Replication and of Galera
  no_connections: 'ER_CON_COUNT_ERROR ER_TOO_MANY_USER_CONNECTIONS',
  too_slow: 'ER_CLIENT_INTERACTION_TIMEOUT ER_QUERY_TIMEOUT ER_QUERY_INTERRUPTED',
  unreachable:
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EHOSTUNREACH EAI_AGAIN PROTOCOL_CONNECTION_LOST ER_SERVER_SHUTDOWN',
}

/** Why the database cannot be used. `pool`: this process has no free connection. */
export type DatabaseCause = keyof typeof CODES | 'pool'

const CAUSES = new Map(
  Object.entries(CODES).flatMap(([cause, codes]) =>
    codes.split(' ').map((code) => [code, cause as DatabaseCause]),
  ),
)

/** Completes "The database …" for the log, `/readyz` and the command line: what is wrong and what to do. */
export const CAUSE_SENTENCES: Readonly<Record<DatabaseCause, string>> = {
  access_denied: 'refuses this user or password: check DATABASE_URL and the grants',
  no_such_database: 'does not exist: create it, or correct the name in DATABASE_URL',
  not_migrated: 'lacks tables of this release: run the release process',
  read_only: 'is read-only: connect to the primary, or make this server writable',
  no_space: 'has no space left: free or add disk space',
  not_in_group: 'has lost its group of servers: check the group, and that the proxy leads to the primary',
  no_connections: 'accepts no more connections: raise max_connections, or lower DB_POOL_MAX',
  too_slow: 'took too long for a statement: look for long transactions and a slow disk',
  unreachable: 'cannot be reached: check the server, the network and DATABASE_URL',
  pool: 'has no free connection for this process: it is slow, or DB_POOL_MAX is too low',
}

/** MariaDB's own codes, without names in mysql2: it closed the connection, or ended a slow statement. */
const CONNECTION_KILLED = 1927
const STATEMENT_TIMEOUT = 1969

/** This process no longer waits for the database. The statement or transaction may still succeed. */
export class Unavailable extends Error {
  readonly fatal = true
}

/**
 * Returns why the database cannot be used, or null for another kind of error. The request is not at fault, and trying
 * again later may help.
 */
export function databaseCause(error: unknown): DatabaseCause | null {
  if (error instanceof Unavailable) return 'pool'
  const { code, errno, fatal } = original(error)
  const known = CAUSES.get(code ?? '')
  if (known) return known
  if (errno === STATEMENT_TIMEOUT) return 'too_slow'
  const name = (error as { name?: string } | null)?.name ?? ''
  const isGone = errno === CONNECTION_KILLED || fatal === true || /^Sequelize(Connection|HostNot)/.test(name)
  return isGone ? 'unreachable' : null
}

export function isUnavailable(error: unknown): boolean {
  return databaseCause(error) !== null
}

/** Returns the message of an error. If the database cannot be used, it says why and what to do. */
export function sentenceFor(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const cause = databaseCause(error)
  return cause === null ? message : `The database ${CAUSE_SENTENCES[cause]}. (${message})`
}
