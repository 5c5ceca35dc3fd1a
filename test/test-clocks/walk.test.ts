import { expect } from 'chai'
import { walkClock } from '../../common/services/operations/walk-clock.ts'
import { atomically } from '../../worker/atomically.ts'
import { Customer } from '../support/customer.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { type Clock, givenClock, givenMonthly, storyOf, timersOf } from '../support/given/test-clock.ts'

const ZONE = { timezone: 'Asia/Ulaanbaatar' }
const BOUGHT = ['2026-01-12T04:00:00 checkout.completed', '2026-01-12T04:00:00 subscription.created']
const ENDED = [
  '2026-02-05T02:00:00 subscription.renewal_due 7',
  '2026-02-11T02:00:00 subscription.renewal_due 1',
  '2026-02-12T15:59:59 subscription.canceled',
]

/** Creates a clock with subscriptions of `count` customers, advancing past their ends. */
async function givenAdvancing(count: number): Promise<{ shop: Merchant; clock: Clock }> {
  const shop = await givenMerchant(ZONE)
  await givenMonthly(shop)
  const clock = await givenClock(shop, '2026-01-12T04:00:00Z')
  for (let n = 0; n < count; n += 1) await clock.buy((await clock.givenCustomer()).id, 'club')
  await clock.send('2026-03-01T00:00:00Z')
  return { shop, clock }
}

/** Advances a clock like a worker that is killed in its `step`th step. */
async function walkUntilKilled(clock: Clock, step: number): Promise<void> {
  let taken = -1 // the first transaction only claims the clock
  const dying: typeof atomically = (work) =>
    atomically(async (tx) => {
      const result = await work(tx)
      taken += 1
      if (taken === step) throw new Error('killed before the commit')
      return result
    })
  await walkClock(clock.id, dying).catch(() => undefined)
}

describe('an advancing clock', () => {
  for (const step of [1, 2, 3, 4]) {
    it(`is advanced by another worker if the first is killed in its step ${step}`, async () => {
      const { shop, clock } = await givenAdvancing(1)
      await walkUntilKilled(clock, step)
      expect((await clock.get()).status).to.equal('advancing')
      expect((await storyOf(shop)).slice(2)).to.deep.equal(ENDED.slice(0, step - 1))
      await clock.walk()
      expect(await storyOf(shop)).to.deep.equal([...BOUGHT, ...ENDED])
      expect(await clock.get()).to.include({ status: 'ready', frozen_time: '2026-03-01T00:00:00.000000Z' })
    })
  }

  it('keeps its due row for the scanner until it is ready', async () => {
    const { shop, clock } = await givenAdvancing(1)
    const due = async () => (await timersOf(shop)).filter(({ kind }) => kind === 'clock.advance')
    await walkUntilKilled(clock, 2)
    expect(await due()).to.have.length(1)
    expect((await due())[0]).to.include({ test_clock_id: null })
    await clock.walk()
    expect(await due()).to.deep.equal([])
  })

  it('takes each step once and in order when three workers advance it', async () => {
    const { shop, clock } = await givenAdvancing(4)
    await Promise.all([clock.walk(), clock.walk(), clock.walk()])
    const story = (await storyOf(shop)).slice(8)
    expect(story).to.have.length(12)
    expect(story).to.deep.equal([...story].sort((a, b) => (a.slice(0, 19) < b.slice(0, 19) ? -1 : 1)))
    expect(new Set(story)).to.deep.equal(new Set(ENDED))
    expect((await clock.get()).status).to.equal('ready')
  })

  it('advances in several turns, and is due again after each', async () => {
    const { shop, clock } = await givenAdvancing(1)
    for (const steps of [1, 2, 3]) {
      await walkClock(clock.id, atomically, 0)
      expect((await storyOf(shop)).slice(2)).to.deep.equal(ENDED.slice(0, steps))
      const [due] = (await timersOf(shop)).filter(({ kind }) => kind === 'clock.advance')
      expect(due?.due_at).to.be.at.most(new Date())
    }
    await walkClock(clock.id, atomically, 0)
    expect((await clock.get()).status).to.equal('ready')
  })

  it('ignores a wake-up after it is ready', async () => {
    const { shop, clock } = await givenAdvancing(1)
    await clock.walk()
    const before = await storyOf(shop)
    await clock.walk()
    expect(await storyOf(shop)).to.deep.equal(before)
    expect(await clock.get()).to.include({ status: 'ready', frozen_time: '2026-03-01T00:00:00.000000Z' })
  })

  it('records concurrent purchases at its current time', async () => {
    const { shop, clock } = await givenAdvancing(1)
    await walkUntilKilled(clock, 2) // stops at the first reminder
    const [subscription] = (await shop.get('/subscriptions')).body.data
    expect(await clock.buy(subscription.customer_id, 'club')).to.equal(subscription.id)
    await clock.walk()
    expect((await storyOf(shop)).slice(2)).to.deep.equal([
      '2026-02-05T02:00:00 subscription.renewal_due 7',
      '2026-02-05T02:00:00 checkout.completed',
      '2026-02-05T02:00:00 subscription.renewed',
    ])
  })

  it('lets every customer pay while it advances', async () => {
    const { shop, clock } = await givenAdvancing(3)
    const { data } = (await shop.get('/subscriptions')).body as {
      data: { id: number; customer_id: number }[]
    }
    const pay = async ({ customer_id }: { customer_id: number }) => {
      const checkout = await shop.post('/checkouts', { ...tea(), customer_id })
      const paid = await new Customer(checkout.body.data.url).pay()
      return [checkout.status, paid.status]
    }
    const [answers] = await Promise.all([Promise.all(data.map(pay)), clock.walk()])
    expect(answers).to.deep.equal(data.map(() => [201, 303]))
    expect((await shop.get('/checkouts?status=open')).body.data).to.deep.equal([])
  })
})
