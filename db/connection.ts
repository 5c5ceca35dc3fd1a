import { type Options, Sequelize, type Transaction } from 'sequelize'
import { config } from '../common/runtime/config.ts'
import { ConnectionSlots } from './connection-slots.ts'
import { driver, type DriverConnection } from './driver.ts'
import { connectModels, defineModels } from './model.ts'
import { changeHooks } from './model-changes.ts'
import type { OpenTransaction } from './open-transaction.ts'
import { connectionSlots } from './pool.ts'
import { CONNECT_WITHIN, IDLE_IN_POOL, readTime, sessionOptions, sessionSettings } from './session.ts'
import { SqlPool } from './sql-pool.ts'

/** Connections that no transaction uses. Their statements wait for no row. */
const BESIDE = 2

let sequelize: Sequelize | undefined
let pool: SqlPool | undefined
let beside: SqlPool | undefined
let replica: SqlPool | undefined
let replicaProbe: SqlPool | undefined

/** Returns the Sequelize of all models and transactions. It connects when it is first used. */
export function database(): Sequelize {
  return (sequelize ??= defineModels(connect()))
}
connectModels(database)

/** Returns the connections for raw SQL outside of transactions. */
export function sqlPool(): SqlPool {
  database() // rows of raw SQL can become models
  return (pool ??= new SqlPool(connectionSlots()))
}

/** Returns connections that no transaction can hold, for statements that a transaction waits for. */
export function besidePool(): SqlPool {
  return (beside ??= new SqlPool(new ConnectionSlots(BESIDE)))
}

/** Returns the connections to the replica, for `db/replica.ts`. DATABASE_READ_URL must be set. */
export function replicaPool(): SqlPool {
  return (replica ??= toReplica(config().dbPoolMax))
}

/** Returns a connection to the replica that no read holds: it tells whether the replica answers. */
export function replicaProbePool(): SqlPool {
  return (replicaProbe ??= toReplica(1))
}

function toReplica(most: number): SqlPool {
  return new SqlPool(new ConnectionSlots(most), { url: config().databaseReadUrl!, isReplica: true })
}

/** The session's zone is set by `prepare`, which has a time limit: not by a statement of Sequelize's own. Its types lack this. */
const OWN_ZONE = { keepDefaultTimezone: true }

function connect(): Sequelize {
  const options: Options = {
    dialect: 'mysql',
    dialectModule: driver,
    timezone: '+00:00',
    ...OWN_ZONE,
    logging: false,
    define: { underscored: true, timestamps: false },
    dialectOptions: { ...sessionOptions, multipleStatements: true },
    pool: {
      max: config().dbPoolMax,
      min: 0,
      idle: IDLE_IN_POOL * 1_000,
      acquire: 40_000, // `withSlot` gives up sooner
      validate: (connection) => (connection as DriverConnection).isUsable(),
    },
    retry: { max: 1 },
    hooks: {
      ...changeHooks,
      afterConnect: (connection) => prepare(connection as DriverConnection),
      beforeQuery: ({ transaction }, { connection }) => {
        if (transaction) connections.set(transaction, connection as DriverConnection)
      },
    },
  }
  return new Sequelize(config().databaseUrl.replace(/^mariadb:/, 'mysql:'), options)
}

/** The connection of each transaction, learnt from its first statement, START TRANSACTION. */
const connections = new WeakMap<Transaction, DriverConnection>()

/** Returns the driver's side of a transaction. */
export function openTransactionOf(transaction: Transaction): OpenTransaction {
  return connections.get(transaction)!.transaction
}

async function prepare(connection: DriverConnection): Promise<void> {
  const late = setTimeout(() => {
    connection.abort()
  }, CONNECT_WITHIN)
  try {
    for (const statement of sessionSettings()) await connection.prepare(statement)
    await readTime((text) => connection.prepare(text))
  } finally {
    clearTimeout(late)
  }
}

/** Closes all connections once their statements have ended. */
export async function closeDatabase(): Promise<void> {
  const open = [sequelize, pool, beside, replica, replicaProbe].filter((one) => one !== undefined)
  await Promise.all(open.map((one) => one.close()))
  sequelize = undefined
  pool = undefined
  beside = undefined
  replica = undefined
  replicaProbe = undefined
}
