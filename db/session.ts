import { learnTime } from '../common/runtime/clock.ts'

interface Limits {
  /** Time that a statement waits for a row that another transaction has locked, in seconds. */
  lockWait: number
  /** Time limit of the server for one statement, in seconds. */
  statement?: number
}

let limits: Limits = { lockWait: 5 }

/** Returns how long a statement of this process waits for a locked row, in seconds. */
export function lockWait(): number {
  return limits.lockWait
}

/** Limits the statements of this process. Call it before the first connection. */
export function setLimits(chosen: Limits): void {
  limits = chosen
}

/** Time limit for connecting, and then again for preparing the session, in milliseconds. */
export const CONNECT_WITHIN = 5_000
/** Time that a pool keeps a connection that is not used, in seconds. */
export const IDLE_IN_POOL = 60

/**
 * After so many seconds the server ends a transaction that sends nothing: a process that has stopped would keep its rows
 * locked. MySQL can only end idle sessions, and a session in the pool may be idle for a minute.
 */
const IDLE_IN_TRANSACTION = 5
const IDLE_SESSION = IDLE_IN_POOL + 15

const STRICT =
  'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,NO_ENGINE_SUBSTITUTION'

/** mysql2's options for all our connections. Values are read and written the same everywhere. */
export const sessionOptions = {
  connectTimeout: CONNECT_WITHIN,
  timezone: '+00:00',
  charset: 'utf8mb4',
  stringifyObjects: true,
  supportBigNumbers: true,
  bigNumberStrings: false,
  flags: ['-FOUND_ROWS'], // `affectedRows` counts the rows that changed
  // mysql2's own function keeps one parser for each query. With Sequelize's function it made and kept one per SELECT.
  typeCast: true,
}

/** Returns the statements that prepare a new session. They work with MySQL and with MariaDB. */
export function sessionSettings(): string[] {
  const { lockWait, statement } = limits
  // MariaDB reads comments that begin with `M!`. MariaDB has no version 8.0, so only MySQL reads the other.
  const mariadb = [
    `idle_transaction_timeout=${IDLE_IN_TRANSACTION}`,
    ...(statement === undefined ? [] : [`max_statement_time=${statement}`]),
  ]
  const mysql = [
    `wait_timeout=${IDLE_SESSION}`,
    ...(statement === undefined ? [] : [`max_execution_time=${statement * 1_000}`]),
  ]
  return [
    `SET SESSION sql_mode='${STRICT}', time_zone='+00:00', innodb_lock_wait_timeout=${lockWait}
     /*M!100300 , ${mariadb.join(', ')} */ /*!80000 , ${mysql.join(', ')} */`,
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ]
}

/** Reads the server's time with `read`, so that the process follows that clock. */
export async function readTime(read: (text: string) => Promise<unknown>): Promise<void> {
  const asked = Date.now()
  const [row] = (await read('SELECT NOW(6) AS time')) as { time: Date }[]
  if (row) learnTime(asked, row.time, Date.now())
}
