import { expect } from 'chai'
import { Service, until } from '../support/service.ts'

const CUSTOMERS = 25
/** The events of each trial: its start, two reminders, its end. */
const STORY = [
  'subscription.created',
  'subscription.renewal_due',
  'subscription.renewal_due',
  'subscription.canceled',
]

describe('a clock advanced by real workers', () => {
  let service: Service

  before(async () => {
    service = await Service.start({}, { workers: 2 })
  })
  after(() => service.stop())

  it('is ready after each step was taken once and in order, though workers are killed', async () => {
    const price = {
      unit_amount: 500,
      recurring_interval: 'month',
      product_data: { name: 'Club' },
      lookup_key: 'club',
    }
    await service.call('post', '/prices', price).expect(201)
    const frozen = { frozen_time: '2026-01-01T00:00:00Z' }
    const clock = (await service.call('post', '/test-clocks', frozen).expect(201)).body.data.id as number
    for (let n = 0; n < CUSTOMERS; n += 1) {
      const body = { email: `${n}@example.com`, test_clock_id: clock }
      const customer = (await service.call('post', '/customers', body).expect(201)).body.data.id as number
      const trial = { customer_id: customer, price: 'club', trial_days: 30 + n }
      await service.call('post', '/subscriptions', trial).expect(201)
    }
    const target = { frozen_time: '2026-12-01T00:00:00Z' }
    await service.call('post', `/test-clocks/${clock}/advance`, target).expect(200)

    for (const atLeast of [CUSTOMERS + 5, CUSTOMERS + 30]) {
      await until(async () => (await service.count('events')) >= atLeast)
      await service.kill(service.workers[0])
      service.startWorker()
    }
    const get = async () => (await service.call('get', `/test-clocks/${clock}`).expect(200)).body.data
    await until(async () => (await get()).status === 'ready')

    const events = await service.rows<{ type: string; object_id: number; created_at: Date }>(
      'SELECT type, object_id, created_at FROM events ORDER BY id',
    )
    const subjects = new Set(events.map(({ object_id: id }) => id))
    expect(subjects.size).to.equal(CUSTOMERS)
    for (const id of subjects)
      expect(events.filter(({ object_id: of }) => of === id).map(({ type }) => type)).to.deep.equal(STORY)
    const times = events.map(({ created_at: at }) => new Date(at).getTime())
    expect(times).to.deep.equal([...times].sort((a, b) => a - b))
    expect(await service.count('timers')).to.equal(0)
  })
})
