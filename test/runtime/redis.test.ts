import { mkdtempSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import { connectRedis, type RedisClient } from '../../common/runtime/redis.ts'
import { freePort } from '../../dev/ports.ts'
import { start } from '../../dev/processes.ts'
import { type Server, startRedis } from '../../dev/servers.ts'
import { until } from '../support/service.ts'

/** A single node does not know its own address. */
const CLUSTER = ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1']

describe('a web process with a Redis Cluster', () => {
  const folder = mkdtempSync('/tmp/tolbor-cluster-')
  let server: Server
  let client: RedisClient

  before(async () => {
    server = await startNode()
    const node = connectRedis('worker', server.url)
    await node.call('CLUSTER', 'ADDSLOTSRANGE', '0', '16383')
    node.disconnect()
    client = connectRedis('web', `redis+cluster://127.0.0.1:${server.port}`)
    await until(works)
  })
  after(async () => {
    client.disconnect()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Starts a cluster of one node, which keeps its slots and its port. */
  function startNode(): Promise<Server> {
    return startRedis({ folder, relaxedDurability: true }, { options: CLUSTER })
  }

  const works = () =>
    client.get('key').then(
      () => true,
      () => false,
    )

  it('refuses commands at once while no node can be reached, and works again when one is back', async () => {
    await server.stop()
    await until(async () => client.status !== 'ready')
    const started = performance.now()
    const results = await Promise.all(Array.from({ length: 1_000 }, works))
    expect(performance.now() - started).to.be.below(1_000)
    expect(new Set(results)).to.deep.equal(new Set([false]))
    server = await startNode()
    await until(works)
  })
})

describe('a Redis without the database of REDIS_URL', () => {
  const folder = mkdtempSync('/tmp/tolbor-database-')
  let server: Server
  before(async () => {
    server = await startRedis({ folder, relaxedDurability: true }, { options: ['--databases', '2'] })
  })
  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const file of ['dist/api/main.js', 'dist/worker/main.js'])
    it(`ends ${file} with the reason, since the client would use database 0`, async () => {
      const log: string[] = []
      const env = {
        ...process.env,
        REDIS_URL: `redis://127.0.0.1:${server.port}/2`,
        PORT: String(await freePort()),
      }
      const { ended } = start('process', 'node', [file], { env, onLine: (line) => log.push(line) })
      expect(await ended).to.equal('exit code 1')
      expect(log.join('\n')).to.include('Redis refuses the database at the end of REDIS_URL')
    })
})
