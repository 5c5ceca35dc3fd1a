import { setTimeout as pause } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { type FaultCase, STEADY } from '../case.ts'
import type { Deployment } from '../deployment.ts'

const file = 'test/faults/redis.test.ts'

/** Sends commands to the only Redis server. */
async function command({ redis }: Deployment, name: string, ...args: string[]): Promise<void> {
  const connection = new Redis(redis.url)
  try {
    await connection.call(name, ...args)
  } finally {
    connection.disconnect()
  }
}

export const redisCases: readonly FaultCase[] = [
  {
    name: 'redis-flushed',
    about: 'Redis loses all keys (FLUSHALL) 6 times, every 2 s',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      for (let count = 0; count < 6; count += 1) {
        await command(deployment, 'FLUSHALL')
        await pause(2_000)
      }
    },
    short: { file },
  },
  {
    name: 'redis-stopped',
    about: 'Redis is stopped for 60 s, and starts with its data',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      await deployment.redis.stop()
      await pause(60_000)
      await deployment.startRedis()
    },
    short: { file },
  },
  {
    name: 'redis-emptied',
    about: 'Redis is stopped, and starts after 5 s without data',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      await deployment.redis.stop()
      deployment.deleteRedisData()
      await pause(5_000)
      await deployment.startRedis()
    },
    short: { file },
  },
  {
    name: 'redis-full',
    about: 'Redis refuses writes for 20 s, since its memory is full (maxmemory)',
    engine: '',
    load: STEADY,
    async fault(deployment) {
      await command(deployment, 'CONFIG', 'SET', 'maxmemory', '1')
      await pause(20_000)
      await command(deployment, 'CONFIG', 'SET', 'maxmemory', '0')
    },
    short: { file },
  },
]
