import type { Connection } from 'mysql2'
import { Sequelize } from 'sequelize'
import { learnTime } from '../common/runtime/clock.ts'
import { config } from '../common/runtime/config.ts'
import { breakOff } from './break-off.ts'
import { lendingOf } from './lending.ts'
import { defineModels } from './model.ts'

interface Limits {
  /** How long a statement waits for another's row lock, in seconds; the web answers sooner than a worker gives up. */
  lockWait: number
  /** How long the server works at one statement, in seconds; nobody reads the answer to one that takes longer. */
  statement?: number
}

let limits: Limits = { lockWait: 5 }

/** How long a statement of this process waits for another's row lock, in seconds. */
export function lockWait(): number {
  return limits.lockWait
}

/** Limits what the sessions of this process may ask of the server. */
export function setLimits(chosen: Limits): void {
  limits = chosen
}

/**
 * A process that stands still in a transaction keeps its rows from everybody else for so long, in seconds:
 * then the server ends the transaction. MySQL can only end sessions that are idle, and one in the pool may
 * be for a minute.
 */
const IDLE_IN_TRANSACTION = 5
const IDLE_IN_POOL = 60
const IDLE_SESSION = IDLE_IN_POOL + 15

/** For a connection to be made, and for it to be told what it is for, each in milliseconds. */
const CONNECT_WITHIN = 5_000

const STRICT =
  'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,NO_ENGINE_SUBSTITUTION'

/** The session's zone is set by `prepare`, which is limited in time: not in a statement of Sequelize's own. Its types lack this. */
const OWN_ZONE = { keepDefaultTimezone: true }

let sequelize: Sequelize | undefined
let transacting: Sequelize | undefined
let asides: Sequelize | undefined

/** Enough for statements that wait for nothing. */
const ASIDE = 2

/** What reads outside transactions. Connections are made when first needed, so a start never waits for MySQL. */
export function database(): Sequelize {
  sequelize ??= defineModels(connections(config().dbPoolMax))
  return sequelize
}

/** The connections of transactions, and of nothing else: they alone take several statements in one call. */
export function transactions(): Sequelize {
  transacting ??= defineModels(connections(config().dbPoolMax, { multipleStatements: true }))
  return transacting
}

/** Connections that no transaction holds: who has one of the others may wait for one of these. */
export function aside(): Sequelize {
  asides ??= connections(ASIDE)
  return asides
}

function connections(max: number, options: object = {}): Sequelize {
  return new Sequelize(config().databaseUrl.replace(/^mariadb:/, 'mysql:'), {
    dialect: 'mysql',
    timezone: '+00:00',
    ...OWN_ZONE,
    logging: false,
    define: { underscored: true, timestamps: false },
    dialectOptions: {
      connectTimeout: CONNECT_WITHIN,
      stringifyObjects: true,
      charset: 'utf8mb4',
      // mysql2's own reading of values is the same, and keeps one parser per query. With Sequelize's
      // function beside an option of ours it made a new one per SELECT, and kept them all.
      typeCast: true,
      ...options,
    },
    // Who lends them out gives up sooner than `acquire`.
    pool: { max, min: 0, idle: IDLE_IN_POOL * 1_000, acquire: 40_000 },
    retry: { max: 1 },
    hooks: { afterConnect: (connection) => prepare(connection as Connection) },
  })
}

/** Sets once per session what no transaction should pay for: portable between MySQL and MariaDB. */
async function prepare(connection: Connection): Promise<void> {
  const late = setTimeout(() => {
    breakOff(connection)
  }, CONNECT_WITHIN)
  try {
    for (const statement of sessionSettings(limits)) await run(connection, statement)
    await askTime(connection)
  } finally {
    clearTimeout(late)
  }
}

/** Each server reads the comments that are for it: MariaDB `M!`, MySQL the one with a version that MariaDB never had. */
function sessionSettings({ lockWait, statement }: Limits): string[] {
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

/** Learns what time it is by the server's clock. */
export async function askTime(connection: Connection): Promise<void> {
  const asked = Date.now()
  const [row] = (await run(connection, 'SELECT NOW(6) AS time')) as { time: Date }[]
  if (row) learnTime(asked, row.time, Date.now())
}

function run(connection: Connection, statement: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    connection.query(statement, (error, result) => {
      if (error) reject(error)
      else resolve(result)
    })
  })
}

/** Waits for what still runs: it must find the pool that it gives its connection back to. */
export async function closeDatabase(): Promise<void> {
  const open = [sequelize, transacting, asides].filter((one) => one !== undefined)
  for (const one of open) lendingOf(one).putAllBack()
  await Promise.all(open.map((one) => one.close()))
  sequelize = undefined
  transacting = undefined
  asides = undefined
}
