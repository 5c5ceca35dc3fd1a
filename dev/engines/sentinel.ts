import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { command, findPlace, launch, ping, redisPackage, type Settings, startRedis } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, group, type Member } from './engine.ts'
import { until } from './until.ts'

const MASTER = 'tolbor'
const SENTINELS = 3

/** A master, a replica, and three sentinels that promote the replica. */
export const sentinel: Engine = {
  name: 'sentinel',
  variable: 'REDIS_URL',
  about: 'Redis with one replica and three sentinels',
  isGroup: true,
  prepare: () => installPackages(redisPackage),
  start: (settings) => group((members) => startAll(settings, members)),
}

async function startAll(settings: Settings, members: Member[]): Promise<string> {
  const { folder, relaxedDurability = false } = settings
  const master = await startRedis({ folder, relaxedDurability }, { name: 'redis-1' })
  members.push(master)
  const options = ['--replicaof', '127.0.0.1', String(master.port)]
  members.push(await startRedis({ folder, relaxedDurability }, { name: 'redis-2', options }))
  const ports: number[] = []
  for (let number = 1; number <= SENTINELS; number += 1) {
    const one = await startSentinel(settings, number, master.port)
    members.push(one)
    ports.push(one.port)
  }
  const first = new Redis(ports[0]!, '127.0.0.1')
  first.on('error', () => undefined)
  try {
    await until('The sentinels have found each other and the replica', async () => {
      const [state = []] = (await first.call('SENTINEL', 'MASTERS')) as string[][]
      const value = (name: string) => Number(state[state.indexOf(name) + 1] ?? 0)
      const [replicas, others] = [value('num-slaves'), value('num-other-sentinels')]
      if (replicas === 1 && others === SENTINELS - 1) return true
      return `${replicas} replicas, ${others} other sentinels, flags of the master: ${state[state.indexOf('flags') + 1]}`
    })
  } finally {
    first.disconnect()
  }
  return `redis+sentinel://${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${MASTER}`
}

async function startSentinel(settings: Settings, number: number, master: number): Promise<Member> {
  const name = `sentinel-${number}`
  const own = number === 1 ? settings.port : undefined
  const place = await findPlace({ folder: settings.folder, port: own }, name, 'redis-server', '.')
  // A sentinel stores what it learns in its configuration file.
  const file = join(place.folder, 'sentinel.conf')
  writeFileSync(
    file,
    [
      `port ${place.port}`,
      'bind 127.0.0.1',
      `dir ${place.data}`,
      `logfile ${place.log}`,
      `sentinel monitor ${MASTER} 127.0.0.1 ${master} ${Math.ceil(SENTINELS / 2)}`,
      `sentinel down-after-milliseconds ${MASTER} 2000`,
      `sentinel failover-timeout ${MASTER} 10000`,
      '',
    ].join('\n'),
  )
  const line = [command('redis-server'), file, '--sentinel']
  return launch(name, line, place, () => ping(place.port))
}
