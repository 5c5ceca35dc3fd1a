import { expect } from 'chai'
import type { SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import { onConnection } from '../../db/sql.ts'
import { at, givenClub, givenJune, told } from '../support/given/club.ts'

describe('renewing a subscription', () => {
  it('extends the end, and the next period begins at the old end without an event', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    at('2026-06-10T00:00:00Z')
    await club.buy('basic', { subscription_id: id })
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59')
    await club.travel('2026-07-01T23:59:58Z')
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59')
    await club.travel('2026-07-01T23:59:59Z')
    expect(await club.stands(id)).to.equal('active basic 2026-07-01T23:59…2026-08-01T23:59')
    expect(await told(id)).to.equal('created renewed')
    await club.travel('2026-08-01T23:59:58Z')
    expect(await told(id)).to.equal('created renewed renewal_due renewal_due')
    expect(await club.letters()).to.deep.equal(['created', 'reminder', 'reminder'])
  })

  it('adds as many periods as the quantity, for a first purchase as well', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic', {}, 3)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-09-01T23:59')
    await club.buy('basic', {}, 60)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2031-09-01T23:59')
    expect(await club.refused('basic', {}, 61)).to.equal('422 validation_failed items.0.quantity')
    expect(await told(id)).to.equal('created renewed')
  })

  it('keeps the day of the first payment, and starts each period at the end of the last one', async () => {
    at('2027-12-31T00:00:00Z')
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    const { id } = await club.buy('basic')
    const ends = []
    for (let month = 0; month < 4; month += 1)
      ends.push((await club.buy('basic')).current_period_end.slice(0, 10))
    expect(ends).to.deep.equal(['2028-02-29', '2028-03-31', '2028-04-30', '2028-05-31'])
    const segments = await onConnection((sql) =>
      sql.rows<{ starts_at: Date; ends_at: Date }>(
        'SELECT starts_at, ends_at FROM segments WHERE subscription_id = ? ORDER BY id',
        [id],
      ),
    )
    for (const [index, segment] of segments.slice(1).entries())
      expect(segment.starts_at).to.deep.equal(segments[index]!.ends_at)
  })

  it('clears a requested cancellation', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.cancel(id).expect(200)
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59')
    expect(await told(id)).to.equal('created updated renewed')
  })

  it('continues from the end of an overdue one, and the event contains the new period', async () => {
    const club = await givenJune({ grace_period_days: 10 })
    const { id } = await club.buy('basic')
    await club.travel('2026-07-05T00:00:00Z')
    expect(await club.stands(id)).to.equal('past_due basic 2026-06-01T00:00…2026-07-01T23:59')
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active basic 2026-07-01T23:59…2026-08-01T23:59')
    const { body } = await club.shop.get(`/events?type=subscription.renewed&object_id=${id}`)
    expect(body.data[0].data.object).to.include({
      status: 'active',
      current_period_start: '2026-07-01T23:59:59.000000Z',
      current_period_end: '2026-08-01T23:59:59.000000Z',
    })
    expect(await told(id)).to.equal('created renewal_due renewal_due past_due renewed')
    expect(await club.letters()).to.deep.equal(['created', 'reminder', 'reminder', 'past_due'])
    await club.travel('2026-07-12T00:00:00Z')
    expect((await club.subscription(id)).status).to.equal('active')
  })

  it('starts now if the subscription is overdue for more than a period', async () => {
    const club = await givenJune({ grace_period_days: 90 })
    const { id } = await club.buy('basic')
    await club.travel('2026-08-20T00:00:00Z')
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active basic 2026-08-20T00:00…2026-09-20T23:59')
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active basic 2026-08-20T00:00…2026-10-20T23:59')
  })

  it('is possible at its own archived price, at which a new subscription is rejected', async () => {
    const club = await givenJune()
    const { id, price_id: priceId } = await club.buy('basic')
    await club.shop.patch(`/prices/${priceId}`, { active: false }).expect(200)
    await club.buy('basic', { subscription_id: id })
    expect(await told(id)).to.equal('created renewed')
    expect(await (await club.another()).refused('basic')).to.equal('422 price_inactive items.0.price')
  })

  it('is rejected for a subscription of another customer, an unknown one and an ended one', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const other = await club.another()
    expect(await other.refused('basic', { subscription_id: id })).to.equal(
      '422 subscription_not_found subscription_id',
    )
    expect(await club.refused('basic', { subscription_id: 999_999 })).to.equal(
      '422 subscription_not_found subscription_id',
    )
    const live = await club.shop.live
      .post('/prices', {
        product_data: { name: 'Live' },
        unit_amount: 5,
        recurring_interval: 'month',
        lookup_key: 'live',
      })
      .expect(201)
    expect(live.body.data.is_test).to.equal(false)
    await club.cancel(id, 'immediately').expect(200)
    expect(await club.refused('basic', { subscription_id: id })).to.equal(
      '422 subscription_canceled subscription_id',
    )
    expect((await club.buy('basic')).id).to.be.above(id)
  })

  it('requires a customer and a single item', async () => {
    const club = await givenJune()
    const item = { price: 'basic', quantity: 1 }
    const post = async (body: object) => {
      const { status, body: answer } = await club.shop.post('/checkouts', body)
      return [status, answer.code, ...Object.keys(answer.errors as object)].join(' ')
    }
    expect(await post({ items: [item] })).to.equal('422 customer_required customer_id')
    expect(await post({ items: [item], customer_email: 'new@example.com' })).to.equal(
      '422 customer_required customer_id',
    )
    expect(await post({ items: [item, item], customer_id: club.customerId })).to.equal(
      '422 single_item_required items',
    )
    const { body } = await club.shop.get('/customers?email=new@example.com')
    expect(body.data).to.deep.equal([])
  })

  it('adds the periods of both renewals if two are paid', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const one = await club.opened('basic')
    const two = await club.opened('basic', {}, 2)
    await one.customer.pay()
    expect((await club.checkout(two.id)).status).to.equal('open')
    await two.customer.pay()
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-10-01T23:59')
    expect(await told(id)).to.equal('created renewed renewed')
  })

  it('records the event of the checkout first, then the event of the subscription, each with its own sequence', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.buy('basic')
    const { body } = await club.shop.get('/events?after=0')
    const events = body.data as {
      type: string
      sequence: number
      data: { object: SubscriptionObject & { subscription_id?: number } }
    }[]
    expect(events.map(({ type, sequence }) => `${type} ${sequence}`)).to.deep.equal([
      'checkout.completed 1',
      'subscription.created 1',
      'checkout.completed 1',
      'subscription.renewed 2',
    ])
    expect(events[0]!.data.object.subscription_id).to.equal(id)
    for (const { data } of [events[1]!, events[3]!]) {
      expect(data.object).to.have.nested.property('customer.email', 'bat@example.com')
      expect(data.object).to.have.nested.property('price.product.name', 'Club')
      expect(data.object).to.have.nested.property('product.name', 'Club')
    }
  })

  it('completes at a total of 0 with a code of 100 %, and gives no credit later', async () => {
    const club = await givenJune()
    const code = { code: 'FREE', type: 'order_total', percent_off: 100 }
    await club.shop.post('/promotion-codes', code).expect(201)
    const { id: checkoutId, customer } = await club.opened('basic', { allow_promotion_codes: true })
    await customer.press('apply_code', { promotion_code: 'FREE' })
    await customer.press('pay', { email: 'bat@example.com' })
    const { status, subscription_id: id, payment_method: method } = await club.checkout(checkoutId)
    if (id === null) throw new Error('paid for, and no subscription')
    expect([status, method]).to.deep.equal(['complete', null])
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-01T23:59')
    const { id: changeId } = await club.opened('gold', { subscription_id: id })
    expect((await club.checkout(changeId)).credit_amount).to.equal(0)
  })
})
