import type { Connection } from 'mysql2'
import { Sequelize } from 'sequelize'
import { config } from '../common/runtime/config.ts'
import { defineModels } from './models/define.ts'

/** How long a statement waits for another's row lock, in seconds; the web answers sooner than a worker gives up. */
let lockWait = 5

export function setLockWait(seconds: number): void {
  lockWait = seconds
}

const STRICT =
  'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ZERO_DATE,NO_ZERO_IN_DATE,NO_ENGINE_SUBSTITUTION'

let sequelize: Sequelize | undefined

/** The pool of this process. Connections are made when first needed, so a start never waits for MySQL. */
export function database(): Sequelize {
  sequelize ??= defineModels(
    new Sequelize(config().databaseUrl.replace(/^mariadb:/, 'mysql:'), {
      dialect: 'mysql',
      timezone: '+00:00',
      logging: false,
      define: { underscored: true, timestamps: false },
      dialectOptions: {
        connectTimeout: 5_000,
        stringifyObjects: true,
        charset: 'utf8mb4',
        // mysql2's own reading of values is the same, and keeps one parser per query. With Sequelize's
        // function beside an option of ours it made a new one per SELECT, and kept them all.
        typeCast: true,
      },
      pool: { max: config().dbPoolMax, min: 0, idle: 60_000, acquire: 8_000 },
      retry: { max: 1 },
      hooks: { afterConnect: (connection) => prepare(connection as Connection) },
    }),
  )
  return sequelize
}

/** Sets once per session what no transaction should pay for: portable between MySQL and MariaDB. */
async function prepare(connection: Connection): Promise<void> {
  const statements = [
    `SET SESSION sql_mode='${STRICT}', innodb_lock_wait_timeout=${lockWait}`,
    'SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED',
  ]
  for (const statement of statements) {
    await new Promise<void>((resolve, reject) => {
      connection.query(statement, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
  }
}

/** Waits for what still runs: it must find the pool that it gives its connection back to. */
export async function closeDatabase(): Promise<void> {
  await sequelize?.close()
  sequelize = undefined
}
