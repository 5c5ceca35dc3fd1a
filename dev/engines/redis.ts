import { redisPackage, startRedis } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, single } from './engine.ts'
import { unpack, unpacked } from './unpack.ts'

/** The Redis of bin/dev. */
export const redis: Engine = {
  name: 'redis',
  variable: 'REDIS_URL',
  about: "this system's Redis, as in bin/dev",
  isGroup: false,
  prepare: () => installPackages(redisPackage),
  start: async (settings) => single(await startRedis(settings)),
}

export const redis8 = newest('redis8', 'Redis 8', 'redis-server')
export const valkey = newest('valkey', 'Valkey 9', 'valkey-server')

/** Returns a server of Debian's newest packages. Package and program have the same name. */
function newest(name: string, about: string, program: string): Engine {
  return {
    ...{ name, about, variable: 'REDIS_URL', isGroup: false },
    prepare: () => unpack(program),
    start: async (settings) => single(await startRedis(settings, { name, program: unpacked(program) })),
  }
}
