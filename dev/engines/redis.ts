import { redisPackage, startRedis } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, single } from './engine.ts'

/** The Redis of bin/dev. */
export const redis: Engine = {
  name: 'redis',
  variable: 'REDIS_URL',
  about: "this system's Redis, as in bin/dev",
  isGroup: false,
  prepare: () => installPackages(redisPackage),
  start: async (settings) => single(await startRedis(settings)),
}
