import { UserError } from '../processes.ts'
import type { Engine } from './engine.ts'
import { galera } from './galera.ts'
import { mariadb } from './mariadb.ts'
import { mariadbReplica } from './mariadb-replica.ts'
import { mysql } from './mysql.ts'
import { mysqlGroup } from './mysql-group.ts'
import { redis, redis8, valkey } from './redis.ts'
import { redisCluster } from './redis-cluster.ts'
import { sentinel } from './sentinel.ts'

export const engines: readonly Engine[] = [
  mariadb,
  mariadbReplica,
  galera,
  mysql,
  mysqlGroup,
  redis,
  redis8,
  valkey,
  sentinel,
  redisCluster,
]

/** Returns the engine with this name. Throws a `UserError` that lists the names. */
export function engineNamed(name: string): Engine {
  const found = engines.find((engine) => engine.name === name)
  if (found) return found
  throw new UserError(
    `There is no engine "${name}". Use one of: ${engines.map(({ name }) => name).join(', ')}.`,
  )
}

/** The exit code of a command whose engine cannot be had on this machine: EX_UNAVAILABLE of sysexits.h. */
export const UNAVAILABLE = 69

/** Installs or unpacks an engine. Throws a `UserError` with the reason and an exit code of its own if it cannot be had. */
export async function prepare(engine: Engine): Promise<void> {
  try {
    await engine.prepare()
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    throw new UserError(`${engine.name} cannot be had on this machine. ${error.message}`, UNAVAILABLE)
  }
}

export interface Engines {
  database: Engine
  redis: Engine
}

/** Returns the database and the Redis of a list such as `mysql,valkey`. Missing ones are the ones of bin/dev. */
export function enginesNamed(list: string): Engines {
  const named = list.split(',').filter(Boolean).map(engineNamed)
  const [databases, redises] = (['DATABASE_URL', 'REDIS_URL'] as const).map((variable) =>
    named.filter((engine) => engine.variable === variable),
  )
  if (databases!.length > 1 || redises!.length > 1)
    throw new UserError(`${list}: choose at most one database and one Redis.`)
  return { database: databases![0] ?? mariadb, redis: redises![0] ?? redis }
}
