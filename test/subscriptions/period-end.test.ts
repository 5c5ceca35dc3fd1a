import { expect } from 'chai'
import type { ResultSetHeader } from 'mysql2'
import { seedEnding } from '../../bench/fill/subscriptions.ts'
import { later } from '../../common/kit/time.ts'
import { Service, until } from '../support/service.ts'

const COUNT = 500

describe('500 periods that end in the same second', () => {
  let service: Service

  before(async () => {
    service = await Service.start({}, { workers: 2 })
  })

  after(async () => {
    await service.stop()
  })

  it('are each ended once by two workers', async () => {
    const run = async (text: string, values: readonly unknown[]) =>
      (await service.database.query<ResultSetHeader>(text, values as unknown[]))[0]
    const [row] = await service.rows<{ step: number }>('SELECT @@auto_increment_increment AS step')
    await seedEnding(run, service.project.id, COUNT, later(new Date(), 1_000), undefined, row!.step)
    await until(async () => (await service.count("timers WHERE kind = 'subscription.step'")) === 0)
    expect(await service.count("subscriptions WHERE status = 'canceled'")).to.equal(COUNT)
    expect(await service.count("events WHERE type = 'subscription.canceled'")).to.equal(COUNT)
    expect(
      await service.count("(SELECT DISTINCT object_id FROM events WHERE object = 'subscription') once"),
    ).to.equal(COUNT)
    expect(await service.count("emails WHERE kind = 'subscription_canceled'")).to.equal(COUNT)
    expect(await service.count('holds')).to.equal(0)
  })
})
