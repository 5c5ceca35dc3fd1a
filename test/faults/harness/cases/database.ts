import { setTimeout as pause } from 'node:timers/promises'
import mysql, { type Connection, type RowDataPacket } from 'mysql2/promise'
import { type FaultCase, STEADY } from '../case.ts'
import type { Deployment } from '../deployment.ts'

const lost = { file: 'test/faults/lost-database.test.ts' }
const unusable = { file: 'test/faults/unusable-database.test.ts' }

const EXHAUSTED_FOR = 20_000
/** The limit of the server's connections while others use them all. The service opens more under this load. */
const CONNECTIONS = 20

/**
 * Uses up all connections of the server at `uri` for `ms` milliseconds: opens each that is free, and closes the others
 * except `spared`.
 */
export async function exhaustConnections(
  uri: string,
  ms: number,
  spared: readonly Connection[] = [],
): Promise<void> {
  const control = await mysql.createConnection({ uri })
  const held: Connection[] = []
  try {
    const [[before]] = await control.query<RowDataPacket[]>('SELECT @@max_connections AS most')
    await control.query(`SET GLOBAL max_connections = ${CONNECTIONS}`)
    for (const end = Date.now() + ms; Date.now() < end; await pause(50)) {
      await killOthers(control, [...held, ...spared])
      for (;;) {
        const more = await mysql.createConnection({ uri }).catch(() => undefined)
        if (!more) break // the server refuses it
        more.on('error', () => undefined)
        held.push(more)
      }
    }
    await control.query(`SET GLOBAL max_connections = ${before!.most}`)
  } finally {
    for (const one of [...held, control]) one.destroy()
  }
}

async function killOthers(control: Connection, ours: readonly Connection[]): Promise<void> {
  const [rows] = await control.query<RowDataPacket[]>(
    "SELECT id FROM information_schema.processlist WHERE command <> 'Daemon' AND user <> 'system user' AND id NOT IN (?)",
    [[control, ...ours].map(({ threadId }) => threadId)],
  )
  for (const { id } of rows) await control.query(`KILL ${Number(id)}`).catch(() => undefined) // it has ended
}

/** Pairs of tables that the service locks in the opposite order (docs/decisions/0004-the-order-of-locks.md). */
const WRONG_ORDERS = [
  ['payments', 'checkouts'],
  ['subscriptions', 'customers'],
] as const

/**
 * Locks the newest rows of tables in the wrong order for `ms` milliseconds. Each transaction has written many rows, so
 * the database ends the service's transaction in a deadlock. Returns the number of deadlocks.
 */
export async function forceDeadlocks(deployment: Pick<Deployment, 'connect'>, ms: number): Promise<number> {
  const control = await deployment.connect()
  const before = await countDeadlocks(control)
  await control.query('CREATE TABLE IF NOT EXISTS ballast (n INT)')
  const end = Date.now() + ms
  await Promise.all(
    WRONG_ORDERS.map(async (tables) => {
      const connection = await deployment.connect()
      await connection
        .query('SET innodb_lock_wait_timeout = 1, SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED')
        .catch(() => undefined)
      for (; Date.now() < end; await pause(30)) await lockInOrder(connection, tables)
      await connection.end()
    }),
  )
  const count = (await countDeadlocks(control)) - before
  await control.query('DROP TABLE ballast')
  await control.end()
  return count
}

async function lockInOrder(connection: Connection, tables: readonly string[]): Promise<void> {
  try {
    await connection.query('BEGIN')
    await connection.query(`INSERT INTO ballast VALUES ${Array(200).fill('(1)').join()}`)
    for (const table of tables) {
      await connection.query(`SELECT id FROM ${table} ORDER BY id DESC LIMIT 8 FOR UPDATE`)
      await pause(20)
    }
  } catch {
    // this transaction was ended by a deadlock or waited too long
  }
  await connection.query('ROLLBACK')
}

async function countDeadlocks(connection: Connection): Promise<number> {
  const [[row]] = await connection.query<RowDataPacket[]>("SHOW GLOBAL STATUS LIKE 'Innodb_deadlocks'")
  return Number(row!.Value)
}

export const databaseCases: readonly FaultCase[] = [
  {
    name: 'database-stopped',
    about: 'MariaDB is stopped for 20 s, and starts again',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      await deployment.database.stop()
      await pause(20_000)
      await deployment.startDatabase()
    },
    short: lost,
  },
  {
    name: 'database-killed',
    about: 'MariaDB is killed (kill -9), and starts again at once',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      const [server] = deployment.database.members
      process.kill(server!.pid, 'SIGKILL')
      await server!.ended
      await deployment.startDatabase()
    },
    short: lost,
  },
  {
    name: 'database-no-connections',
    about:
      'Another program uses all connections of MariaDB for 20 s, and the connections of the service are closed',
    engine: '',
    load: STEADY,
    fault: ({ database: { url } }) => exhaustConnections(url, EXHAUSTED_FOR),
    short: unusable,
  },
  {
    name: 'database-deadlocks',
    about:
      'Another program locks the same rows in the opposite order for 20 s; each deadlock ends a transaction of the service',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      const count = await forceDeadlocks(deployment, 20_000)
      if (count < 10) throw new Error(`There were only ${count} deadlocks`)
      return `${count} deadlocks`
    },
    short: { file: 'test/db/transaction.test.ts' },
  },
  {
    name: 'database-disk-full',
    about:
      'The disk of MariaDB is full for 20 s. MariaDB may end; a supervisor starts it when there is space again',
    engine: '',
    load: STEADY,
    settings: { disk: 500 },
    async fault(deployment) {
      const { database, disk } = deployment
      let end: string | undefined
      void database.members[0]!.ended.then((how) => (end = how))
      disk!.fill()
      await pause(20_000)
      disk!.free()
      if (end === undefined) return 'it worked on'
      await deployment.startDatabase()
      return `it ended with ${end}`
    },
    short: unusable,
  },
]
