interface DatabaseError {
  errno?: number
  code?: string
  name?: string
  fatal?: boolean
  original?: DatabaseError
}

function original(error: unknown): DatabaseError {
  const given = (error ?? {}) as DatabaseError
  return given.original ?? given
}

const DUPLICATE = 1062
const LOCK_WAIT_TIMEOUT = 1205
const DEADLOCK = 1213
const CHANGED_SINCE_READ = 1020
/** A migration altered the table after the snapshot was taken: a new one sees it as it is now. */
const TABLE_CHANGED = 1412

/** A unique index refused the row; `index` asks for one of them by name. */
export function isDuplicate(error: unknown, index?: string): boolean {
  const cause = original(error) as DatabaseError & { sqlMessage?: string }
  return cause.errno === DUPLICATE && (index === undefined || (cause.sqlMessage ?? '').includes(index))
}

const THERE_ALREADY = new Set([1050, 1060, 1061]) // a table, a column, a key of this name
const GONE_ALREADY = 1091

/** What a DDL makes is there already, or what it drops is gone. */
export function isDone(error: unknown): boolean {
  const { errno } = original(error)
  return errno !== undefined && (THERE_ALREADY.has(errno) || errno === GONE_ALREADY)
}

export function isLockTimeout(error: unknown): boolean {
  return original(error).errno === LOCK_WAIT_TIMEOUT
}

/** Somebody else's work has got in the way of the whole transaction: running it again is right. */
export function isConflict(error: unknown): boolean {
  const { errno } = original(error)
  return errno === DEADLOCK || errno === CHANGED_SINCE_READ || errno === TABLE_CHANGED
}

const UNREACHABLE = new Set(
  (
    'ECONNREFUSED ECONNRESET EPIPE ETIMEDOUT ENOTFOUND EHOSTUNREACH EAI_AGAIN PROTOCOL_CONNECTION_LOST ' +
    'ER_CON_COUNT_ERROR ER_SERVER_SHUTDOWN ER_ACCESS_DENIED_ERROR ER_BAD_DB_ERROR ER_OPTION_PREVENTS_STATEMENT ' +
    'ER_CANT_EXECUTE_IN_READ_ONLY_TRANSACTION ER_NO_SUCH_TABLE ' +
    'ER_CLIENT_INTERACTION_TIMEOUT ER_QUERY_TIMEOUT ER_QUERY_INTERRUPTED ER_TOO_MANY_USER_CONNECTIONS'
  ).split(' '),
)

/** MariaDB's own, which mysql2 has no names for: it ended the connection, or a statement that took too long. */
const CONNECTION_KILLED = 1927
const STATEMENT_TIMEOUT = 1969

/** We have stopped waiting for the database. What it was doing may still happen, whole or not at all. */
export class Unavailable extends Error {
  readonly fatal = true
}

/** MySQL cannot be reached or does not let us work: nobody's request is at fault, trying later may help. */
export function isUnavailable(error: unknown): boolean {
  const name = (error as { name?: string } | null)?.name ?? ''
  if (/^Sequelize(Connection|HostNot|AccessDenied)/.test(name)) return true
  const { code, errno, fatal } = original(error)
  if (errno === CONNECTION_KILLED || errno === STATEMENT_TIMEOUT) return true
  return fatal === true || (code !== undefined && UNREACHABLE.has(code))
}
