import mysql from 'mysql2/promise'
import { closeQueues } from '../../common/runtime/queues.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { closeDatabase } from '../../db/connection.ts'
import { migrate } from '../../db/migrate.ts'

const address = new URL(process.env.DATABASE_URL ?? 'mysql://missing: run bin/test')

/** Each parallel mocha process has a database of its own. */
address.pathname += `_${process.env.MOCHA_WORKER_ID ?? '0'}`
process.env.DATABASE_URL = address.href

export const mochaHooks = {
  async beforeAll() {
    const name = address.pathname.slice(1)
    const server = await mysql.createConnection({ uri: new URL('/', address).href })
    await server.query(`DROP DATABASE IF EXISTS ${name}`)
    await server.query(`CREATE DATABASE ${name}`)
    await server.end()
    await migrate()
  },
  afterEach() {
    setClock()
  },
  async afterAll() {
    await closeQueues()
    await closeDatabase()
  },
}
