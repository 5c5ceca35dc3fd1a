import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import mysql from 'mysql2/promise'

/** A database with our tables and a Redis beside it that one part has for itself. */
export interface Area {
  DATABASE_URL: string
  REDIS_URL: string
}

let opened = 0

export async function openArea(name: string): Promise<Area> {
  const database = new URL(process.env.DATABASE_URL ?? '')
  const redis = new URL(process.env.REDIS_URL ?? '')
  database.pathname = `/bench_${name.replace(/\W/g, '_')}`
  redis.pathname = `/${(opened += 1)}`
  const server = await mysql.createConnection({ uri: process.env.DATABASE_URL ?? '' })
  try {
    // A million rows have to fit, as they do where somebody runs a shop of that size.
    await server.query('SET GLOBAL innodb_buffer_pool_size = ?', [2 * 2 ** 30])
    await server.query('CREATE DATABASE ??', [database.pathname.slice(1)])
  } finally {
    await server.end()
  }
  const area = { DATABASE_URL: database.href, REDIS_URL: redis.href }
  const migrate = fileURLToPath(new URL('../../db/migrate.js', import.meta.url))
  await promisify(execFile)('node', [migrate], { env: { ...process.env, ...area } })
  return area
}
