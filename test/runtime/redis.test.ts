import { mkdtempSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import { connectRedis, type RedisClient } from '../../common/runtime/redis.ts'
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
