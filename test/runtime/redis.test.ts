import { expect } from 'chai'
import { connectRedis } from '../../common/runtime/redis.ts'
import { freePort } from '../../dev/ports.ts'

describe('a Redis Cluster without a reachable node', () => {
  it('refuses the commands of web processes at once, so that they do not pile up', async () => {
    const client = connectRedis('web', `redis+cluster://127.0.0.1:${await freePort()}`)
    try {
      await new Promise((closed) => client.once('close', closed))
      const started = performance.now()
      const results = await Promise.allSettled(
        Array.from({ length: 1_000 }, (_, index) => client.get(`key-${index}`)),
      )
      expect(performance.now() - started).to.be.below(1_000)
      expect(new Set(results.map(({ status }) => status))).to.deep.equal(new Set(['rejected']))
    } finally {
      client.disconnect()
    }
  })
})
