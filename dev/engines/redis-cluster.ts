import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { freePort } from '../ports.ts'
import { redisPackage, type Server, type Settings, startRedis } from '../servers.ts'
import { installPackages } from '../system.ts'
import { type Engine, group, type Member } from './engine.ts'
import { until } from './until.ts'

const MASTERS = 3
const SLOTS = 16_384

/** Three masters with a third of the slots each, and a replica of each master. */
export const redisCluster: Engine = {
  name: 'redis-cluster',
  variable: 'REDIS_URL',
  about: 'Redis Cluster of three masters with one replica each',
  isGroup: true,
  prepare: () => installPackages(redisPackage),
  start: (settings) => group((members) => startAll(settings, members)),
}

async function startAll({ port, ...settings }: Settings, members: Member[]): Promise<string> {
  const nodes: Server[] = []
  for (let number = 1; number <= 2 * MASTERS; number += 1) {
    const own = number === 1 ? { ...settings, port } : settings
    nodes.push(await startNode(own, `node-${number}`))
    members.push(nodes.at(-1)!)
  }
  await connectNodes(nodes)
  return `redis+cluster://${nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')}`
}

async function startNode(settings: Settings, name: string): Promise<Server> {
  // The nodes of an earlier cluster had other ports.
  rmSync(join(settings.folder, name, 'nodes.conf'), { force: true })
  rmSync(join(settings.folder, name, 'appendonlydir'), { force: true, recursive: true })
  const bus = await busPort(join(settings.folder, name))
  const options = ['--cluster-enabled', 'yes', '--cluster-port', bus, '--cluster-node-timeout', '2000']
  return startRedis(settings, { name, options })
}

/**
 * Returns the port at which a node talks to the other nodes: the same at each start. A new one could be the port of a
 * node that has not started again yet.
 */
async function busPort(folder: string): Promise<string> {
  const file = join(folder, 'bus-port')
  const before = existsSync(file) ? [Number(readFileSync(file, 'utf8'))] : []
  const port = String(await freePort(...before))
  mkdirSync(folder, { recursive: true })
  writeFileSync(file, port)
  return port
}

async function connectNodes(nodes: readonly Server[]): Promise<void> {
  const clients = nodes.map(({ port }) => new Redis(port, '127.0.0.1'))
  for (const client of clients) client.on('error', () => undefined)
  try {
    const [first, ...others] = clients
    const share = Math.ceil(SLOTS / MASTERS)
    for (const [index, client] of clients.slice(0, MASTERS).entries()) {
      const last = Math.min(SLOTS, (index + 1) * share) - 1
      await client.cluster('ADDSLOTSRANGE', index * share, last)
    }
    for (const client of others) {
      const bus = await client.config('GET', 'cluster-port')
      const port = client.options.port!
      await first!.call('CLUSTER', 'MEET', '127.0.0.1', port, bus[1]!)
    }
    const ids = await Promise.all(clients.map((client) => client.cluster('MYID')))
    for (const [index, client] of clients.slice(MASTERS).entries()) {
      const master = ids[index]!
      await until('The nodes of the cluster have found each other', async () => {
        await client.cluster('REPLICATE', master)
        return true
      })
    }
    for (const client of clients)
      await until('Redis Cluster covers all slots, and its replicas are connected', async () => {
        const info = await client.cluster('INFO')
        const known = (await client.cluster('NODES')) as string
        const replicas = known.split('\n').filter((line) => /slave .* connected$/.test(line.trim()))
        return info.includes('cluster_state:ok') && replicas.length === MASTERS
      })
  } finally {
    for (const client of clients) client.disconnect()
  }
}
