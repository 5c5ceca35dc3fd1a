import { Queue } from 'bullmq'
import { expect } from 'chai'
import { Redis } from 'ioredis'
import { MINUTE } from '../../common/kit/time.ts'
import { QUEUE_PREFIX } from '../../common/runtime/queues.ts'
import { tea } from '../support/given/merchant.ts'
import { Service, until } from '../support/service.ts'

describe('the service, when Redis is emptied or away', () => {
  let service: Service

  before(async () => {
    service = await Service.start()
  })
  after(() => service.stop())

  async function openCheckouts(count: number): Promise<number[]> {
    const answers = await Promise.all(
      Array.from({ length: count }, () => service.call('post', '/checkouts', tea()).expect(201)),
    )
    return answers.map(({ body }) => body.data.id as number)
  }

  /** Brings the end near, and with it until when the job in Redis is trusted. */
  async function endSoon(ids: number[]): Promise<void> {
    const soon = 'NOW(6) + INTERVAL 1 SECOND'
    await service.rows(`UPDATE checkouts SET expires_at = ${soon} WHERE id IN (?)`, [ids])
    await service.rows(
      `UPDATE timers SET due_at = ${soon}, armed_until = ${soon} + INTERVAL 2 SECOND WHERE kind = 'checkout.expire' AND subject_id IN (?)`,
      [ids],
    )
  }

  it('does 200 pending things by itself after Redis has been emptied, each once', async () => {
    const ids = await openCheckouts(200)
    await endSoon(ids)
    const redis = new Redis(service.redis.url)
    await redis.flushall()
    redis.disconnect()
    const expired = "events WHERE type = 'checkout.expired' AND object_id IN (?)"
    await until(async () => (await service.count(expired, [ids])) === 200)
    expect(await service.count("checkouts WHERE status = 'expired' AND id IN (?)", [ids])).to.equal(200)
    expect(await service.count('timers WHERE subject_id IN (?)', [ids])).to.equal(0)
  })

  it('answers while Redis is away, and catches up when it is back', async () => {
    await service.stopRedis()
    const started = Date.now()
    const ids = await openCheckouts(20)
    expect(Date.now() - started, 'nobody waits for Redis').to.be.below(5_000)
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

  it('leaves a job that only another release knows to its processes, and drops it when that takes too long', async () => {
    const connection = new Redis(service.redis.url, { maxRetriesPerRequest: null })
    const queue = new Queue('lifecycle', { connection, prefix: QUEUE_PREFIX, skipVersionCheck: true })
    const add = (age: number) => queue.add('checkout.of_another_release', {}, { timestamp: Date.now() - age })
    const [old, young] = [await add(3 * MINUTE), await add(0)]
    await until(async () => (await old.getState()) === 'completed')
    await until(async () => (await young.getState()) === 'delayed')
    await queue.close()
    connection.disconnect()
  })
})
