import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import mysql from 'mysql2/promise'

/** The private database and Redis of one part. */
export interface Databases {
  DATABASE_URL: string
  REDIS_URL: string
}

let created = 0

/** Creates a database with our tables, and reserves a number in Redis. */
export async function createDatabases(name: string): Promise<Databases> {
  const database = new URL(process.env.DATABASE_URL ?? '')
  const redis = new URL(process.env.REDIS_URL ?? '')
  database.pathname = `/bench_${name.replace(/\W/g, '_')}`
  redis.pathname = `/${(created += 1)}`
  const server = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  try {
    // A million rows must fit into memory, as on a server for a shop of that size.
    await server.query('SET GLOBAL innodb_buffer_pool_size = ?', [2 * 2 ** 30])
    await server.query('CREATE DATABASE ??', [database.pathname.slice(1)])
  } finally {
    await server.end()
  }
  const databases = { DATABASE_URL: database.href, REDIS_URL: redis.href }
  const migrate = fileURLToPath(new URL('../../db/migrate.js', import.meta.url))
  await promisify(execFile)('node', [migrate], { env: { ...process.env, ...databases } })
  return databases
}
