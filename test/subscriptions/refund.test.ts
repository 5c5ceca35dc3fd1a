import { expect } from 'chai'
import type { EventObject } from '../../common/domain/events/object.ts'
import type { SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import { DAY, later } from '../../common/kit/time.ts'
import { refundedSegments } from '../../db/migrations/0032-refunded-segments.ts'
import { onConnection } from '../../db/sql.ts'
import { at, type Club, givenJune, told } from '../support/given/club.ts'
import { paymentsOf } from '../support/stored.ts'

const HUNDRED = { lookup_key: 'hundred', unit_amount: 1_000_000 }

/** Refunds the paid payment of a checkout. */
async function refund(club: Club, checkoutId: number, body: object = {}): Promise<void> {
  const paid = (await paymentsOf(checkoutId)).find(({ status }) => status === 'paid')
  await club.shop.post(`/payments/${paid!.id}/refunds`, body).expect(201)
}

/** Buys at a price. Returns the ids of the checkout and of its subscription. */
async function buyAndFind(club: Club, price: string, more: object = {}, quantity = 1) {
  const { id, customer } = await club.opened(price, more, quantity)
  await customer.pay()
  const { status, subscription_id: subscriptionId } = await club.checkout(id)
  expect(status).to.equal('complete')
  return { checkoutId: id, id: subscriptionId! }
}

/** Returns the credit for a change to the dearest plan now. */
async function creditFor(club: Club, id: number): Promise<number> {
  const { id: checkoutId } = await club.opened('hundred', { subscription_id: id })
  return (await club.checkout(checkoutId)).credit_amount
}

const givenClub = (product: { grace_period_days?: number } = {}) => givenJune(product, [HUNDRED])

/** Returns the previous attributes in the newest event of a subscription. */
async function previousAttributesOf({ shop }: Club, id: number): Promise<Partial<SubscriptionObject>> {
  const { body } = await shop.get(`/events?object=subscription&object_id=${id}&limit=1`).expect(200)
  const [event] = body.data as EventObject[]
  expect(event!.type).to.equal('subscription.updated')
  return event!.data.previous_attributes as Partial<SubscriptionObject>
}

describe('the credit for time whose payment was refunded', () => {
  it('is 0 after a full refund, and access stays until the end', async () => {
    const club = await givenClub()
    const { id, checkoutId } = await buyAndFind(club, 'gold')
    await refund(club, checkoutId)
    expect(await creditFor(club, id)).to.equal(0)
    expect(await club.stands(id)).to.equal('active gold 2026-06-01T00:00…2026-07-01T23:59')
    expect(await told(id)).to.equal('created')
    await club.travel('2026-07-01T23:59:59Z')
    expect((await club.subscription(id)).cancellation_reason).to.equal('unpaid')
  })

  it('is the credit for the remaining amount after a partial refund', async () => {
    const club = await givenClub()
    const { id, checkoutId } = await buyAndFind(club, 'gold')
    await refund(club, checkoutId, { amount: 30_000 })
    expect(await creditFor(club, id)).to.equal(60_000)
    await refund(club, checkoutId, { amount: 59_999 })
    expect(await creditFor(club, id)).to.equal(1)
  })

  it('is the whole amount seconds after payment: a remainder goes to the customer', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'gold')
    at('2026-06-01T00:00:20Z')
    expect(await creditFor(club, id)).to.equal(90_000)
  })

  it('is not used by a change that was opened or reported before the refund', async () => {
    const club = await givenClub()
    const { id, checkoutId } = await buyAndFind(club, 'basic')
    const opened = await club.opened('hundred', { subscription_id: id })
    const payment = await club.report(await club.opened('gold', { subscription_id: id }))
    await refund(club, checkoutId, { amount: 1 })
    expect((await club.checkout(opened.id)).status).to.equal('expired')
    expect((await club.decide(payment, 'confirm')).body.data.status).to.equal('refund_required')
  })

  it('is not reduced by the refund of a surplus', async () => {
    const club = await givenClub()
    const { id: checkoutId, customer } = await club.opened('basic')
    await customer.pay({ payment_method: 'bank_transfer' })
    const [payment] = await paymentsOf(checkoutId)
    await club.shop.post(`/payments/${payment!.id}/confirm`, { amount_received: 35_000 }).expect(200)
    const { subscription_id: id } = await club.checkout(checkoutId)
    await refund(club, checkoutId, { amount: 5_000 })
    expect(await creditFor(club, id!)).to.equal(30_000)
    await refund(club, checkoutId, { amount: 10_000 })
    expect(await creditFor(club, id!)).to.equal(20_000)
  })

  it('excludes a renewal, a change and a first payment that were refunded', async () => {
    const club = await givenJune({}, [HUNDRED, { lookup_key: 'most', unit_amount: 9_000_000 }])
    const first = await buyAndFind(club, 'gold')
    const { id } = first
    const renewal = await buyAndFind(club, 'gold')
    await refund(club, renewal.checkoutId)
    const change = await buyAndFind(club, 'hundred', { subscription_id: id })
    expect((await club.checkout(change.checkoutId)).amount_total).to.equal(910_000)
    const most = async () => {
      const opened = await club.opened('most', { subscription_id: id })
      return (await club.checkout(opened.id)).credit_amount
    }
    expect(await most()).to.equal(1_000_000)
    await refund(club, change.checkoutId)
    expect(await most()).to.equal(90_000)
    await refund(club, first.checkoutId) // its value is the credit of the change
    expect(await most()).to.equal(0)
  })

  it('is reduced by a refund of the payment that became the credit of a later plan', async () => {
    const club = await givenJune({}, [HUNDRED, { lookup_key: 'most', unit_amount: 9_000_000 }])
    const first = await buyAndFind(club, 'gold')
    const { current_period_end: end } = await club.subscription(first.id)
    const half = (Date.parse(end) - Date.parse('2026-06-01T00:00:00Z')) / 2
    at(later(new Date('2026-06-01T00:00:00Z'), half).toISOString())
    const change = await buyAndFind(club, 'hundred', { subscription_id: first.id })
    expect((await club.checkout(change.checkoutId)).credit_amount).to.equal(45_000)
    const most = async () => {
      const opened = await club.opened('most', { subscription_id: first.id })
      return (await club.checkout(opened.id)).credit_amount
    }
    expect(await most()).to.equal(1_000_000)
    await refund(club, first.checkoutId, { amount: 30_000 })
    expect(await most()).to.equal(985_000)
    await refund(club, first.checkoutId)
    expect(await most()).to.equal(955_000)
  })

  it('does not release the promotion code of the refunded order', async () => {
    const club = await givenClub()
    const terms = { type: 'order_total', code: 'ONCE', percent_off: 50, max_redemptions: 1 }
    await club.shop.post('/promotion-codes', terms).expect(201)
    const { id, customer } = await club.opened('gold', { allow_promotion_codes: true })
    await customer.press('apply_code', { promotion_code: 'ONCE' })
    await customer.pay()
    await refund(club, id)
    const other = await club.another()
    const again = await other.opened('gold', { allow_promotion_codes: true })
    await again.customer.press('apply_code', { promotion_code: 'ONCE' })
    expect((await other.checkout(again.id)).amount_total).to.equal(90_000)
  })
})

describe('paid time that is refunded before it has begun', () => {
  it('is removed, the former end applies again, and an event is recorded', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    const renewal = await buyAndFind(club, 'basic')
    await refund(club, renewal.checkoutId)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    expect(await previousAttributesOf(club, id)).to.deep.equal({
      current_period_end: '2026-08-01T23:59:59.000000Z',
    })
    const { body } = await club.shop.get(`/subscriptions/${id}/timeline`).expect(200)
    expect(body.data.findLast(({ done }: { done: boolean }) => done).description).to.contain('was refunded')
    await club.travel('2026-07-01T23:59:59Z')
    expect(await told(id)).to.equal('created renewed updated renewal_due renewal_due canceled')
  })

  it('stays until all of its money is refunded', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    const renewal = await buyAndFind(club, 'basic')
    await refund(club, renewal.checkoutId, { amount: 29_999 })
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59')
    expect(await creditFor(club, id)).to.equal(30_001)
    await refund(club, renewal.checkoutId)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    expect(await creditFor(club, id)).to.equal(30_000)
  })

  it('lets later paid time begin earlier, on the days of the anchor', async () => {
    const club = await givenClub()
    await club.travel('2026-06-30T12:00:00Z')
    const { id } = await buyAndFind(club, 'basic')
    const renewal = await buyAndFind(club, 'basic', {}, 2)
    await buyAndFind(club, 'basic')
    await buyAndFind(club, 'basic')
    expect((await club.subscription(id)).current_period_end).to.equal('2026-11-30T23:59:59.000000Z')
    await refund(club, renewal.checkoutId)
    expect((await club.subscription(id)).current_period_end).to.equal('2026-09-30T23:59:59.000000Z')
    await club.travel('2026-07-30T23:59:59Z')
    expect(await club.stands(id)).to.equal('active basic 2026-07-30T23:59…2026-09-30T23:59')
    await club.travel('2026-08-30T23:59:59Z')
    expect(await club.stands(id)).to.equal('active basic 2026-08-30T23:59…2026-09-30T23:59')
    expect(await creditFor(club, id)).to.equal(30_000)
  })

  it('turns a trial that was paid ahead back into a trial', async () => {
    const club = await givenClub({ grace_period_days: 3 })
    const { id } = await club.trial('basic', 10)
    const paid = await buyAndFind(club, 'basic')
    const longer = await buyAndFind(club, 'basic')
    await refund(club, paid.checkoutId)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-11T23:59')
    await refund(club, longer.checkoutId)
    expect(await club.stands(id)).to.equal('trialing basic 2026-06-01T00:00…2026-06-11T23:59')
    expect(await previousAttributesOf(club, id)).to.deep.equal({
      status: 'active',
      current_period_end: '2026-07-11T23:59:59.000000Z',
    })
    await buyAndFind(club, 'basic')
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-11T23:59')
  })

  it('frees the scheduled plan that it was paid for', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    await club.schedule(id, 'gym').expect(200)
    const renewal = await buyAndFind(club, 'basic')
    await refund(club, renewal.checkoutId)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59, scheduled')
    await club.schedule(id, null).expect(200)
    expect((await club.buy('gym')).id).not.to.equal(id)
  })

  it('keeps the scheduled plan fixed while other time is paid at its price', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    await club.schedule(id, 'gym').expect(200)
    await buyAndFind(club, 'basic')
    const second = await buyAndFind(club, 'gym')
    await refund(club, second.checkoutId)
    expect((await club.schedule(id, null)).body.code).to.equal('renewal_already_paid')
    await club.travel('2026-07-02T00:00:00Z')
    expect(await club.stands(id)).to.equal('active gym 2026-07-01T23:59…2026-08-01T23:59')
  })

  it('ends with the subscription if the refund also cancels it', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    const renewal = await buyAndFind(club, 'basic')
    await refund(club, renewal.checkoutId, { cancel_subscription: true })
    expect((await club.subscription(id)).status).to.equal('canceled')
  })

  it('leaves a canceled subscription unchanged', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    const renewal = await buyAndFind(club, 'basic')
    await club.cancel(id, 'immediately').expect(200)
    const before = await club.subscription(id)
    await refund(club, renewal.checkoutId)
    expect(await club.subscription(id)).to.deep.equal(before)
    expect(await told(id)).to.equal('created renewed canceled')
  })

  it('is removed while a cancellation is pending, which then takes effect at the earlier end', async () => {
    const club = await givenClub()
    const { id } = await buyAndFind(club, 'basic')
    const renewal = await buyAndFind(club, 'basic')
    await club.cancel(id).expect(200)
    await refund(club, renewal.checkoutId)
    await club.travel(later(new Date('2026-07-01T23:59:59Z'), DAY).toISOString())
    expect(await told(id)).to.equal('created renewed updated updated canceled')
  })
})

describe('time that was refunded before this release', () => {
  it('is reduced by the migration, once even if it runs twice', async () => {
    const club = await givenClub()
    const { id, checkoutId } = await buyAndFind(club, 'gold')
    await refund(club, checkoutId, { amount: 40_000 })
    const run = (text: string) => onConnection((sql) => sql.run(text, []))
    await run(`UPDATE segments SET value = 90000 WHERE checkout_id = ${checkoutId}`)
    const { sql } = refundedSegments.find(({ name }) => name === '3202-refunded-values')!
    await run(sql)
    await run(sql)
    expect(await creditFor(club, id)).to.equal(50_000)
  })
})
