import { startRedis } from '../servers.ts'
import { type Engine, single } from './engine.ts'
import { unpack, unpacked } from './unpack.ts'

export const redis8: Engine = {
  name: 'redis8',
  variable: 'REDIS_URL',
  about: 'Redis 8',
  isGroup: false,
  prepare: () => unpack('redis-server'),
  start: async (settings) =>
    single(await startRedis(settings, { name: 'redis8', program: unpacked('redis-server') })),
}
