import { Redis } from 'ioredis'
import mysql, { type RowDataPacket } from 'mysql2/promise'
import { setClock } from '../../common/runtime/clock.ts'
import { closeQueues } from '../../common/runtime/queues.ts'
import { closeDatabase } from '../../db/connection.ts'
import { migrate } from '../../db/run-migrations.ts'
import { closeServer, openServer } from './ask.ts'

/** The tables of an empty installation. */
export async function prepareData(): Promise<void> {
  await Promise.all([migrate(), openServer()])
}

export async function closeData(): Promise<void> {
  closeServer()
  await closeQueues()
  await closeDatabase()
}

/** What mocha does around the tests of each file: none finds anything that another file left. */
export const hooks: Mocha.RootHookObject = {
  async beforeAll() {
    await Promise.all([emptyTables(), emptyRedis()])
  },
  afterEach() {
    setClock()
  },
}

/** Deletes instead of truncating: ids go on from where they were, as what a process remembers goes by them. */
async function emptyTables(): Promise<void> {
  const database = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  const [tables] = await database.query<RowDataPacket[]>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name <> 'migrations'",
  )
  for (const { name } of tables) await database.query('DELETE FROM ??', [name])
  await database.end()
}

async function emptyRedis(): Promise<void> {
  const redis = new Redis(process.env.REDIS_URL ?? '')
  await redis.flushdb()
  await redis.quit()
}
