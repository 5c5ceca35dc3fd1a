import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { process_ } from '../cli/tolbor.ts'
import { emptyRedis, freeze, onServers, testEngines, unfreeze } from '../support/engines.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

/** In milliseconds. A worker ends by itself 24 s after its signal, whatever it waits for. */
const LONGEST_STOP = 10_000

describe('the service with an empty or missing Redis', () => {
  let service: Service

  before(async () => {
    service = await Service.start({ LOG_LEVEL: 'info' })
  })
  after(() => service.stop())
  // A Cluster that has just restarted takes some seconds to accept writes.
  beforeEach(() => until(async () => (await ready()) === 'ok'))

  async function ready(): Promise<string> {
    return (await request(service.url).get('/readyz').expect(200)).body.redis as string
  }

  async function openCheckouts(count: number): Promise<number[]> {
    const answers = await Promise.all(
      Array.from({ length: count }, () => service.call('post', '/checkouts', tea()).expect(201)),
    )
    return answers.map(({ body }) => body.data.id as number)
  }

  /** Lets checkouts expire in one second. */
  async function endSoon(ids: number[]): Promise<void> {
    const soon = 'NOW(6) + INTERVAL 1 SECOND'
    await service.rows(`UPDATE checkouts SET expires_at = ${soon} WHERE id IN (?)`, [ids])
    await service.rows(
      `UPDATE timers SET due_at = ${soon} WHERE kind = 'checkout.expire' AND subject_id IN (?)`,
      [ids],
    )
  }

  it('expires 200 checkouts once each after Redis was emptied (redis-flushed)', async () => {
    const ids = await openCheckouts(200)
    await endSoon(ids)
    await emptyRedis(service.redis.url)
    const expired = "events WHERE type = 'checkout.expired' AND object_id IN (?)"
    await until(async () => (await service.count(expired, [ids])) === 200)
    expect(await service.count("checkouts WHERE status = 'expired' AND id IN (?)", [ids])).to.equal(200)
    expect(await service.count('timers WHERE subject_id IN (?)', [ids])).to.equal(0)
  })

  it('responds while Redis is down, and expires checkouts when it is back (redis-stopped)', async () => {
    await service.stopRedis()
    const started = Date.now()
    const ids = await openCheckouts(20)
    expect(Date.now() - started, 'no request waits for Redis').to.be.below(5_000)
    await service.call('get', `/checkouts/${ids[0]}`).expect(200)
    await endSoon(ids)
    await service.restartRedis()
    await until(
      async () => (await service.count("checkouts WHERE status = 'expired' AND id IN (?)", [ids])) === 20,
    )
    expect(
      await service.count("events WHERE type = 'checkout.expired' AND object_id IN (?)", [ids]),
    ).to.equal(20)
  })

  it('expires checkouts once each after Redis was restarted without its data (redis-emptied)', async () => {
    const ids = await openCheckouts(100)
    await service.stopRedis()
    service.deleteRedisData()
    ids.push(...(await openCheckouts(20)))
    await service.restartRedis()
    await endSoon(ids)
    ids.push(...(await openCheckouts(20)))
    await endSoon(ids.slice(-20))
    const expired = "events WHERE type = 'checkout.expired' AND object_id IN (?)"
    await until(async () => (await service.count(expired, [ids])) === ids.length)
    expect(await service.count("checkouts WHERE status = 'expired' AND id IN (?)", [ids])).to.equal(
      ids.length,
    )
    expect(await service.count('timers WHERE subject_id IN (?)', [ids])).to.equal(0)
  })

  it('stops a worker within seconds while Redis is down', async () => {
    service.startWorker()
    const worker = service.workers.pop()!
    await until(async () => (await service.count('worker_heartbeats')) === 2)
    await service.stopRedis()
    await pause(1_000) // it has failed to connect again, and waits for its next try
    const begun = performance.now()
    await worker.stop()
    expect(performance.now() - begun).to.be.below(LONGEST_STOP)
    expect(await worker.ended).to.equal('exit code 0')
    await service.restartRedis()
  })

  const setting = (name: string, value: string) => () =>
    onServers(service.redis.url, (redis) => redis.config('SET', name, value))
  const replicaOf = (host: string, port: string) => () =>
    onServers(service.redis.url, (redis) => redis.call('REPLICAOF', host, port))
  const fill = setting('maxmemory', '1')
  const empty = setting('maxmemory', '0')
  // A group decides itself who is a replica, so there a server refuses writes because it has too few replicas.
  const { isGroup } = testEngines.redis
  const refuseWrites = isGroup ? setting('min-replicas-to-write', '9') : replicaOf('127.0.0.1', '9')
  const acceptWrites = isGroup ? setting('min-replicas-to-write', '0') : replicaOf('NO', 'ONE')

  type Trouble = [what: string, begin: () => Promise<unknown>, end: () => Promise<unknown>]
  const refusals: [...Trouble, error: RegExp][] = [
    ['is full', fill, empty, /OOM/],
    ['refuses writes', refuseWrites, acceptWrites, isGroup ? /NOREPLICAS/ : /READONLY/],
  ]
  const troubles: Trouble[] = [
    ...refusals.map(([what, begin, end]): Trouble => [what, begin, end]),
    ['hangs', async () => freeze(service.redis), async () => unfreeze(service.redis)],
    [
      'reconnects often',
      async () => {
        for (let n = 0; n < 4; n += 1) {
          await service.stopRedis()
          await pause(300)
          await service.restartRedis()
          await pause(300)
        }
        await service.stopRedis()
      },
      () => service.restartRedis(),
    ],
  ]
  for (const [what, begin, end, error] of refusals)
    it(`shows in /readyz and doctor that Redis ${what}, though it answers, and logs it in an idle worker`, async () => {
      const diagnose = async () => {
        const { stdout } = await process_(['doctor', '--json'], service.env)
        const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; message: string }[] }
        return checks.find(({ name }) => name === 'redis writes')
      }
      expect(await diagnose()).to.include({ ok: true })
      service.log.length = 0
      await begin()
      expect(await ready()).to.match(error)
      const found = await diagnose()
      expect(found).to.include({ ok: false })
      expect(found?.message).to.match(error)
      await until(async () => service.log.some((line) => line.includes('Redis refuses jobs')))
      await end()
      expect(await ready()).to.equal('ok')
      await until(async () => service.log.some((line) => line.includes('Redis accepts jobs again')))
    })

  const caseOf = (what: string) => (what === 'is full' ? ' (redis-full)' : '')
  for (const [what, begin, end] of troubles)
    it(`continues without wake-ups while Redis ${what}, logs it once, and adds jobs again afterwards${caseOf(what)}`, async () => {
      const ids = await openCheckouts(30)
      const [worker] = service.workers
      const countWarnings = () => service.log.filter((line) => line.includes('Redis refuses jobs')).length
      const before = countWarnings()
      await begin()
      await endSoon(ids)
      const expired = "events WHERE type = 'checkout.expired' AND object_id IN (?)"
      await until(async () => (await service.count(expired, [ids])) === 30)
      const more = await openCheckouts(1)
      await endSoon(more)
      await until(async () => (await service.count(expired, [more])) === 1)
      expect(countWarnings() - before).to.be.within(1, what === 'reconnects often' ? 6 : 1)
      await end()
      await until(async () => service.log.some((line) => line.includes('Redis accepts jobs again')))
      service.log.length = 0
      expect(service.workers[0], 'the same process').to.equal(worker)
      const last = await openCheckouts(20)
      await endSoon(last)
      await until(async () => (await service.count(expired, [last])) === 20)
    })
})
