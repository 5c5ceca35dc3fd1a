import { mkdtempSync, rmSync } from 'node:fs'
import { expect } from 'chai'
import request from 'supertest'
import { createApp } from '../../api/app.ts'
import { type Limit, RateLimiter } from '../../common/runtime/rate-limit.ts'
import { connectRedis, type RedisClient } from '../../common/runtime/redis.ts'
import type { Started } from '../../dev/engines/engine.ts'
import { onServers, startEngine, testEngines } from '../support/engines.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { until } from '../support/service.ts'

describe('the rate limit', () => {
  const opened: RedisClient[] = []
  let folder: string
  let server: Started

  before(async () => {
    folder = mkdtempSync('/tmp/tolbor-limit-')
    server = await startEngine(testEngines.redis, folder)
  })

  afterEach(() => {
    for (const redis of opened.splice(0)) redis.disconnect()
  })

  after(async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** Creates a limiter like the one of a process: with its own connection and memory. */
  async function givenLimiter(limit: Limit): Promise<RateLimiter> {
    const redis = connectRedis('web', server.url)
    opened.push(redis)
    await new Promise((resolve) => redis.once('ready', resolve))
    return new RateLimiter(() => redis, limit)
  }

  async function countAllowed(count: number, limiters: RateLimiter[], key: string): Promise<number> {
    const takes = Array.from({ length: count }, (_, n) =>
      Promise.resolve(limiters[n % limiters.length]!.take(key)),
    )
    return (await Promise.all(takes)).filter(({ allowed }) => allowed).length
  }

  // So slow that no token returns during a test.
  const slow = { perSecond: 1, burst: 200 }

  describe('of one process', () => {
    it('allows a burst and rejects the next request', async () => {
      const limiter = await givenLimiter(slow)
      expect(await countAllowed(200, [limiter], 'burst')).to.equal(200)
      expect(await limiter.take('burst')).to.deep.equal({ allowed: false, remaining: 0 })
    })

    it('counts each key separately', async () => {
      const limiter = await givenLimiter(slow)
      await countAllowed(200, [limiter], 'greedy')
      expect(await limiter.take('modest')).to.deep.equal({ allowed: true, remaining: 199 })
    })

    it('allows the promised rate in the long run, and no more', async () => {
      const limiter = await givenLimiter({ perSecond: 200, burst: 10 })
      const started = performance.now()
      for (let allowed = 0; allowed < 70;) if ((await limiter.take('steady')).allowed) allowed += 1
      const seconds = (performance.now() - started) / 1000
      // 10 at once, 60 more at 200 a second; Redis counts whole milliseconds.
      expect(seconds).to.be.within(0.29, 3)
    })

    it('asks Redis once for many requests', async () => {
      const limiter = await givenLimiter({ perSecond: 100, burst: 200 })
      for (let n = 0; n < 20; n += 1) await limiter.take('leased')
      const [redis] = opened
      expect(await redis!.hget('tolbor.rate.{leased}', 'tokens')).to.equal('180')
    })

    it('keeps no key in Redis for longer than a bucket takes to fill', async () => {
      const limiter = await givenLimiter({ perSecond: 100, burst: 200 })
      await limiter.take('brief')
      expect(await opened[0]!.pttl('tolbor.rate.{brief}')).to.be.within(1, 3_000)
    })
  })

  describe('of several processes', () => {
    it('has one budget for all of them', async () => {
      const limiters = [await givenLimiter(slow), await givenLimiter(slow), await givenLimiter(slow)]
      expect(await countAllowed(600, limiters, 'shared')).to.equal(200)
    })

    it('differs from the budget by at most the tokens that each has leased', async () => {
      const limit = { perSecond: 100, burst: 200 }
      const [one, other] = [await givenLimiter(limit), await givenLimiter(limit)]
      await one.take('held')
      await opened[0]!.hset('tolbor.rate.{held}', 'tokens', 0, 'at', Date.now() + 60_000)
      expect((await other.take('held')).allowed).to.equal(false)
      expect(await countAllowed(30, [one], 'held')).to.equal(19)
    })
  })

  describe('without Redis', () => {
    it('allows requests at once, and counts again after Redis has returned', async () => {
      const limiter = await givenLimiter(slow)
      await countAllowed(200, [limiter], 'away')
      await server.stop()
      const started = performance.now()
      expect(await limiter.take('other')).to.deep.equal({ allowed: true, remaining: null })
      expect(await countAllowed(10_000, [limiter], 'other')).to.equal(10_000)
      expect(performance.now() - started).to.be.lessThan(500)
      server = await startEngine(testEngines.redis, folder)
      await until(async () => (await limiter.take('other')).remaining !== null)
    })

    it('waits less than 300 ms for a stuck Redis, and then not at all', async () => {
      const limiter = await givenLimiter(slow)
      await onServers(server.url, (one) => one.call('CLIENT', 'PAUSE', '600', 'ALL'))
      const started = performance.now()
      expect(await limiter.take('stuck')).to.deep.equal({ allowed: true, remaining: null })
      expect(performance.now() - started).to.be.lessThan(300)
      const again = performance.now()
      expect(await limiter.take('stuck')).to.deep.equal({ allowed: true, remaining: null })
      expect(performance.now() - again).to.be.lessThan(20)
      await onServers(server.url, (one) => one.ping()) // answered when the pause is over
    })
  })

  describe('of the API', () => {
    async function givenApi(limit: Limit) {
      const shop = await givenMerchant()
      const app = createApp(await givenLimiter(limit))
      const get = (path: string, token = shop.tokens.test, of: Merchant = shop) =>
        request(app).get(`/v1/projects/${of.projectId}${path}`).set('Authorization', `Bearer ${token}`)
      return { shop, app, get }
    }

    it('states the remaining requests in every response', async () => {
      const { get } = await givenApi({ perSecond: 1, burst: 2 })
      const { status, headers } = await get('/checkouts')
      expect(status).to.equal(200)
      expect(headers['ratelimit-policy']).to.equal('"default";q=2;w=2')
      expect(headers.ratelimit).to.equal('"default";r=1;t=1')
    })

    it('returns 429 with its reason and Retry-After, also for a path that does not exist', async () => {
      const { get } = await givenApi({ perSecond: 1, burst: 2 })
      await get('/checkouts')
      await get('/checkouts')
      for (const path of ['/checkouts', '/nowhere']) {
        const { status, headers, body } = await get(path)
        expect(status).to.equal(429)
        expect(headers['retry-after']).to.equal('1')
        expect(headers.ratelimit).to.equal('"default";r=0;t=2')
        expect(body.code).to.equal('rate_limited')
        expect(body.request_id).to.equal(headers['x-request-id'])
      }
    })

    it('limits each token separately', async () => {
      const { shop, get } = await givenApi({ perSecond: 1, burst: 1 })
      await get('/checkouts')
      expect((await get('/checkouts')).status).to.equal(429)
      expect((await get('/checkouts', shop.tokens.live)).status).to.equal(200)
    })

    it('checks authentication before it counts', async () => {
      const { get } = await givenApi({ perSecond: 1, burst: 1 })
      const other = await givenMerchant()
      await get('/checkouts')
      expect((await get('/checkouts', 'sk_test_unknown')).status).to.equal(401)
      expect((await get('/checkouts', undefined, other)).status).to.equal(403)
    })
  })
})
