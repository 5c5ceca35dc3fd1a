import { startRedis } from '../servers.ts'
import { type Engine, single } from './engine.ts'
import { unpack, unpacked } from './unpack.ts'

export const valkey: Engine = {
  name: 'valkey',
  variable: 'REDIS_URL',
  about: 'Valkey 9',
  isGroup: false,
  prepare: () => unpack('valkey-server'),
  start: async (settings) =>
    single(await startRedis(settings, { name: 'valkey', program: unpacked('valkey-server') })),
}
