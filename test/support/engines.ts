import { readdirSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import type { Redis } from 'ioredis'
import { connectRedis, type RedisClient, serversOf } from '../../common/runtime/redis.ts'
import { enginesNamed } from '../../dev/engines/catalog.ts'
import type { Engine, Started } from '../../dev/engines/engine.ts'
import { mariadb } from '../../dev/engines/mariadb.ts'
import { mariadbReplica } from '../../dev/engines/mariadb-replica.ts'
import { mysql } from '../../dev/engines/mysql.ts'
import { mysqlGroup } from '../../dev/engines/mysql-group.ts'
import type { Settings } from '../../dev/servers.ts'

/** The engines that this run of `bin/test` tests with: see `--engine`. */
export const testEngines = enginesNamed(process.env.TEST_ENGINES ?? '')

/** One server of the same kind as the database of this run: for failures of one server, which a group survives. */
export const singleDatabase: Engine = !testEngines.database.isGroup
  ? testEngines.database
  : testEngines.database === mysqlGroup
    ? mysql
    : mariadb

/** Starts a database or a Redis of the same kind for one test, in a folder of its own. A MariaDB has the tables of this release. */
export function startEngine(
  engine: Engine,
  folder: string,
  settings: Pick<Settings, 'port' | 'binaryLog' | 'relaxedDurability'> = {},
): Promise<Started> {
  const template = [mariadb, mariadbReplica].includes(engine) ? process.env.DATABASE_TEMPLATE : undefined
  return engine.start({ relaxedDurability: true, ...settings, folder, template }, 'tolbor')
}

/** Deletes everything that a stopped Redis has stored in its folder, of each of its servers. */
export function deleteRedisData(folder: string): void {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (['appendonlydir', 'dump.rdb'].includes(basename(path)))
      rmSync(join(folder, path), { recursive: true, force: true })
}

/** Stops all processes of an engine with SIGSTOP, so that it accepts connections but does not answer. */
export function freeze({ members }: Started): void {
  for (const { pid } of members) process.kill(pid, 'SIGSTOP')
}

/** Lets frozen processes continue. */
export function unfreeze({ members }: Started): void {
  for (const { pid } of members) process.kill(pid, 'SIGCONT')
}

/** Calls `work` with a connection to each server that holds data of a Redis, at any of the addresses that Tolbor accepts. */
export async function onServers(url: string, work: (server: Redis) => Promise<unknown>): Promise<void> {
  const redis = connectRedis('worker', url)
  await redis.ping() // a cluster knows its nodes when it has connected
  for (const server of serversOf(redis)) await work(server)
  redis.disconnect()
}

/** Deletes all keys of a Redis. */
export function emptyRedis(url: string): Promise<void> {
  return onServers(url, (server) => server.flushdb())
}

/** Deletes all keys that a connection reaches. A Cluster would send `FLUSHDB` to one of its nodes only, at random. */
export async function deleteAllKeys(redis: RedisClient): Promise<void> {
  await Promise.all(serversOf(redis).map((server) => server.flushdb()))
}
