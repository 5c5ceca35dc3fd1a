import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { eventsOf, givenClock, givenMonthly, storyOf, timersOf } from '../support/given/test-clock.ts'

/** 10:00 in Ulaanbaatar is 02:00 UTC, the last second of a day 15:59:59. */
const ZONE = { timezone: 'Asia/Ulaanbaatar' }
interface Due {
  kind: string
  due_at: Date
}

const NOON = '2026-01-12T04:00:00Z'

describe('a monthly subscription on a test clock', () => {
  it('is reminded twice and then ends unpaid, each at the right time', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    const id = await clock.buy((await clock.givenCustomer()).id, 'club')
    await clock.advance('2026-02-20T00:00:00Z')
    expect(await storyOf(shop)).to.deep.equal([
      '2026-01-12T04:00:00 checkout.completed',
      '2026-01-12T04:00:00 subscription.created',
      '2026-02-05T02:00:00 subscription.renewal_due 7',
      '2026-02-11T02:00:00 subscription.renewal_due 1',
      '2026-02-12T15:59:59 subscription.canceled',
    ])
    const { body } = await shop.get(`/subscriptions/${id}`).expect(200)
    expect(body.data).to.include({
      status: 'canceled',
      cancellation_reason: 'unpaid',
      created_at: '2026-01-12T04:00:00.000000Z',
      ended_at: '2026-02-12T15:59:59.000000Z',
    })
  })

  it("records each event with the subscription's state at its time", async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    await clock.buy((await clock.givenCustomer()).id, 'club')
    await clock.advance('2026-02-20T00:00:00Z')
    const recorded = (await eventsOf(shop)).filter(({ type }) => type.startsWith('subscription.'))
    expect(recorded.map(({ data }) => data.object.status)).to.deep.equal([
      'active',
      'active',
      'active',
      'canceled',
    ])
  })

  it('sends its emails and events in real time, independent of the clock', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    await shop.post('/webhook-endpoints', { url: 'http://127.0.0.1:9/' }).expect(201)
    const clock = await givenClock(shop, '2035-01-12T04:00:00Z')
    await clock.buy((await clock.givenCustomer()).id, 'club')
    await clock.advance('2035-02-20T00:00:00Z')
    const [emails, deliveries] = await onConnection((sql) =>
      Promise.all([
        sql.rows<Due>('SELECT kind, due_at FROM emails WHERE project_id = ? ORDER BY id', [shop.projectId]),
        sql.rows<Due>(
          'SELECT event_type AS kind, due_at FROM webhook_deliveries WHERE project_id = ? ORDER BY id',
          [shop.projectId],
        ),
      ]),
    )
    expect(emails.map(({ kind }) => kind)).to.have.members([
      'receipt',
      'subscription_created',
      'renewal_reminder',
      'renewal_reminder',
      'subscription_canceled',
    ])
    expect(deliveries.map(({ kind }) => kind)).to.deep.equal((await eventsOf(shop)).map(({ type }) => type))
    for (const { due_at: due } of [...emails, ...deliveries])
      expect(due.getTime()).to.be.closeTo(Date.now(), 60_000)
  })

  it('is past due first if the product has a grace period', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop, 3)
    const clock = await givenClock(shop, NOON)
    const id = await clock.buy((await clock.givenCustomer()).id, 'club')
    await clock.advance('2026-02-14T00:00:00Z')
    expect((await shop.get(`/subscriptions/${id}`)).body.data.status).to.equal('past_due')
    await clock.advance('2026-02-20T00:00:00Z')
    expect((await storyOf(shop)).slice(4)).to.deep.equal([
      '2026-02-12T15:59:59 subscription.past_due',
      '2026-02-15T15:59:59 subscription.canceled',
    ])
  })

  it('takes the steps due at the target time, and none after it', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    const id = await clock.buy((await clock.givenCustomer()).id, 'club')
    await clock.advance('2026-02-12T15:59:58.999Z')
    expect((await shop.get(`/subscriptions/${id}`)).body.data.status).to.equal('active')
    await clock.advance('2026-02-12T15:59:59Z')
    expect((await shop.get(`/subscriptions/${id}`)).body.data.status).to.equal('canceled')
  })

  it('continues from its end when renewed, for two years, in seconds', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, '2026-01-31T04:00:00Z')
    const { id: customer } = await clock.givenCustomer()
    const id = await clock.buy(customer, 'club')
    const started = performance.now()
    for (let month = 1; month <= 24; month += 1) {
      const lastDay = new Date(Date.UTC(2026, month + 1, 0)).getUTCDate()
      const day = new Date(Date.UTC(2026, month, Math.min(31, lastDay), 6))
      await clock.advance(day.toISOString())
      expect(await clock.buy(customer, 'club')).to.equal(id)
    }
    const seconds = (performance.now() - started) / 1_000
    const { data } = (await shop.get(`/subscriptions/${id}`)).body
    expect(data).to.include({ status: 'active', current_period_end: '2028-02-29T15:59:59.000000Z' })
    const { meta } = (await shop.get('/events?type=subscription.renewal_due')).body
    expect(meta.total).to.equal(2 * 24)
    expect((await shop.get('/events?type=subscription.renewed')).body.meta.total).to.equal(24)
    expect(seconds).to.be.below(30)
  })

  it('changes nothing in real time or on another clock', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const [clock, other] = [await givenClock(shop, NOON), await givenClock(shop, NOON)]
    const [one, two] = [await clock.givenCustomer(), await other.givenCustomer()]
    const real = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
    const ids = [
      await clock.buy(one.id, 'club'),
      await other.buy(two.id, 'club'),
      await clock.buy(real.id, 'club'),
    ]
    await clock.advance('2027-06-01T00:00:00Z')
    const statuses = await Promise.all(
      ids.map(async (id) => (await shop.get(`/subscriptions/${id}`)).body.data.status),
    )
    expect(statuses).to.deep.equal(['canceled', 'active', 'active'])
    expect(await other.get()).to.include({ status: 'ready', frozen_time: '2026-01-12T04:00:00.000000Z' })
  })

  it('has timers only in the queue of its clock', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    const { id: customer } = await clock.givenCustomer()
    await clock.buy(customer, 'club')
    await clock.givenCheckout({ items: [{ price: 'club', quantity: 1 }], customer_id: customer })
    const timers = (await timersOf(shop)).map(({ due_at: _, ...row }) => row)
    expect(timers).to.deep.equal([
      { kind: 'subscription.step', test_clock_id: clock.id, queue: 'test-clock' },
      { kind: 'checkout.expire', test_clock_id: clock.id, queue: 'test-clock' },
    ])
  })

  it('starts and ends a trial at the time of the clock', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    const trial = { customer_id: (await clock.givenCustomer()).id, price: 'club', trial_days: 14 }
    const { body } = await shop.post('/subscriptions', trial).expect(201)
    expect(body.data).to.include({
      current_period_start: '2026-01-12T04:00:00.000000Z',
      trial_ends_at: '2026-01-26T15:59:59.000000Z',
    })
    await clock.advance('2026-01-27T00:00:00Z')
    expect((await storyOf(shop)).at(-1)).to.equal('2026-01-26T15:59:59 subscription.canceled')
  })

  it('is canceled and resumed at the time of the clock', async () => {
    const shop = await givenMerchant(ZONE)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    const id = await clock.buy((await clock.givenCustomer()).id, 'club')
    await clock.advance('2026-01-20T00:00:00Z')
    const canceled = await shop.post(`/subscriptions/${id}/cancel`).expect(200)
    expect(canceled.body.data.canceled_at).to.equal('2026-01-20T00:00:00.000000Z')
    await clock.advance('2026-02-06T00:00:00Z')
    await shop.post(`/subscriptions/${id}/resume`).expect(200)
    await clock.advance('2026-02-11T03:00:00Z')
    expect((await storyOf(shop)).slice(2)).to.deep.equal([
      '2026-01-20T00:00:00 subscription.updated',
      '2026-02-06T00:00:00 subscription.updated',
      '2026-02-11T02:00:00 subscription.renewal_due 1',
    ])
  })
})
