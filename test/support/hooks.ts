import './separately.ts'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { setClock } from '../../common/runtime/clock.ts'
import { closeQueues } from '../../common/runtime/queues.ts'
import { closeDatabase } from '../../db/connection.ts'
import { migrate } from '../../db/run-migrations.ts'
import { closeServer, openServer } from './ask.ts'
import { emptyRedis } from './engines.ts'
import { watchThisProcess } from './unlisted.ts'

/** Creates the tables of an empty installation and starts the service. */
export async function prepareData(): Promise<void> {
  await Promise.all([migrate(), openServer()])
  watchThisProcess()
}

export async function closeData(): Promise<void> {
  closeServer()
  await closeQueues()
  await closeDatabase()
}

/** Hooks around the tests of each file: no file finds data that another file left. */
export const hooks: Mocha.RootHookObject = {
  async beforeAll() {
    await Promise.all([emptyTables(), emptyRedis(process.env.REDIS_URL ?? '')])
  },
  afterEach() {
    setClock()
  },
}

/** Deletes rows instead of truncating tables. Ids must not repeat, because processes cache rows by id. */
async function emptyTables(): Promise<void> {
  const uri = process.env.DATABASE_URL ?? ''
  const database = await mysql.createConnection({ uri, multipleStatements: true })
  const [tables] = await database.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> 'migrations'",
  )
  await database.query(tables.map(({ name }) => database.format('DELETE FROM ??', [name])).join(';')) // in one round trip
  await database.end()
}
