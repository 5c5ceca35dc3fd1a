import { expect } from 'chai'
import { at, givenClub, givenJune, refusal, told } from '../support/given/club.ts'

describe('a trial', () => {
  it('gives access until the end of its last local day, with one event and one email', async () => {
    at('2026-08-12T17:00:00Z') // 13 August in Ulaanbaatar
    const club = await givenClub()
    const { body } = await club.shop.post('/subscriptions', {
      customer_id: club.customerId,
      price: 'basic',
      trial_days: 1,
    })
    expect(body.data).to.include({
      status: 'trialing',
      entitled: true,
      current_period_start: '2026-08-12T17:00:00.000000Z',
      current_period_end: '2026-08-14T15:59:59.000000Z',
      trial_ends_at: '2026-08-14T15:59:59.000000Z',
      canceled_at: null,
    })
    expect(body.data.customer.email).to.equal('bat@example.com')
    expect(body.data.price.product.name).to.equal('Club')
    expect(await told(body.data.id)).to.equal('created')
    expect(await club.letters()).to.deep.equal(['created'])
  })

  it('sends reminders, ends unpaid, and is never overdue', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id } = await club.trial('basic', 10)
    await club.travel('2026-06-11T23:59:58Z')
    expect(await club.stands(id)).to.equal('trialing basic 2026-06-01T00:00…2026-06-11T23:59')
    expect(await told(id)).to.equal('created renewal_due renewal_due')
    await club.travel('2026-06-11T23:59:59Z')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-06-11T23:59, canceled 2026-06-11T23:59, trial_ended, ended 2026-06-11T23:59',
    )
    expect(await told(id)).to.equal('created renewal_due renewal_due canceled')
    expect(await club.letters()).to.deep.equal(['created', 'reminder', 'reminder', 'canceled'])
  })

  it('is active at once when it is paid, and the paid time begins at the end of the trial', async () => {
    const club = await givenJune()
    const { id } = await club.trial('basic', 10)
    at('2026-06-03T12:00:00Z')
    const paid = await club.buy('basic')
    expect(paid.id).to.equal(id)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-07-11T23:59')
    expect(paid.trial_ends_at).to.equal('2026-06-11T23:59:59.000000Z')
    await club.travel('2026-06-11T23:59:59Z')
    expect(await club.stands(id)).to.equal('active basic 2026-06-11T23:59…2026-07-11T23:59')
    expect(await told(id)).to.equal('created renewed')
  })

  it('counts paid periods from its last day, clamped to short months', async () => {
    at('2026-01-10T00:00:00Z')
    const club = await givenClub(undefined, {}, { timezone: 'UTC' })
    const { id } = await club.trial('basic', 21)
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active basic 2026-01-10T00:00…2026-02-28T23:59')
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active basic 2026-01-10T00:00…2026-03-31T23:59')
  })

  it('starts a new period at once, without credit, if another price is paid', async () => {
    const club = await givenJune()
    const { id } = await club.trial('basic', 10)
    at('2026-06-03T12:00:00Z')
    expect(await club.refused('gold')).to.equal('422 subscription_id_required subscription_id')
    const { id: checkoutId, customer } = await club.opened('gold', { subscription_id: id })
    expect(await club.checkout(checkoutId)).to.include({ credit_amount: 0, amount_total: 90_000 })
    await customer.pay()
    expect(await club.stands(id)).to.equal('active gold 2026-06-03T12:00…2026-07-03T23:59')
    expect(await told(id)).to.equal('created updated')
    await club.travel('2026-06-12T00:00:00Z')
    expect(await told(id)).to.equal('created updated')
  })

  it('can be canceled for its end, and resumed', async () => {
    const club = await givenJune()
    const { id } = await club.trial('basic', 10)
    at('2026-06-02T00:00:00Z')
    await club.cancel(id).expect(200)
    expect(await club.stands(id)).to.equal(
      'trialing basic 2026-06-01T00:00…2026-06-11T23:59, canceled 2026-06-02T00:00, requested',
    )
    await club.resume(id).expect(200)
    await club.cancel(id).expect(200)
    await club.travel('2026-06-12T00:00:00Z')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-06-11T23:59, canceled 2026-06-02T00:00, requested, ended 2026-06-11T23:59',
    )
    expect(await told(id)).to.equal('created updated updated updated canceled')
  })

  it('can be started once per customer and product', async () => {
    const club = await givenJune()
    const { id } = await club.trial('basic', 5)
    const again = (price: string, customer = club.customerId) =>
      club.shop.post('/subscriptions', { customer_id: customer, price, trial_days: 5 })
    expect(refusal(await again('gold'))).to.equal('422 already_subscribed customer_id')
    await club.cancel(id, 'immediately').expect(200)
    expect(refusal(await again('gold'))).to.equal('422 trial_already_used customer_id')
    await again('gym').expect(201)
    await again('gold', (await club.another()).customerId).expect(201)
  })

  it('is rejected for a customer who has the product', async () => {
    const club = await givenJune()
    await club.buy('basic')
    const body = { customer_id: club.customerId, price: 'gold', trial_days: 5 }
    expect(refusal(await club.shop.post('/subscriptions', body))).to.equal(
      '422 already_subscribed customer_id',
    )
  })

  it('may follow a subscription that has ended, even before its timer has run', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    at('2026-07-01T23:59:59Z')
    const trial = await club.trial('gold', 5)
    expect(trial.id).to.be.above(id)
    expect((await club.subscription(id)).status).to.equal('canceled')
    expect(await told(id)).to.equal('created canceled')
  })

  it('expires open checkouts for the same product', async () => {
    const club = await givenJune()
    const same = await club.opened('gold')
    const other = await club.opened('gym')
    await club.trial('basic', 5)
    expect((await club.checkout(same.id)).status).to.equal('expired')
    expect((await club.checkout(other.id)).status).to.equal('open')
  })

  it('reports everything that is wrong with the request at once', async () => {
    const club = await givenJune()
    const post = async (body: object) => refusal(await club.shop.post('/subscriptions', body))
    const customer = { customer_id: club.customerId }
    expect(await post({ trial_days: 0 })).to.equal('422 validation_failed customer_id trial_days price')
    expect(await post({ ...customer, price: 'none', trial_days: 366 })).to.equal(
      '422 validation_failed trial_days price',
    )
    expect(await post({ ...customer, price: 'basic', price_id: 999_999, trial_days: 5 })).to.equal(
      '422 price_not_found price_id',
    )
    expect(await post({ customer_id: 999_999, price: 'basic', trial_days: 5 })).to.equal(
      '422 customer_not_found customer_id',
    )
    await club.shop.post('/prices', { product_id: club.productId, unit_amount: 1, lookup_key: 'once' })
    expect(await post({ ...customer, price: 'once', trial_days: 5 })).to.equal(
      '422 price_not_recurring price',
    )
  })

  it('is rejected at an archived price', async () => {
    const club = await givenJune()
    const { body } = await club.shop.get('/prices?lookup_key=basic')
    await club.shop.patch(`/prices/${body.data[0].id}`, { active: false }).expect(200)
    const trial = { customer_id: club.customerId, price: 'basic', trial_days: 5 }
    expect(refusal(await club.shop.post('/subscriptions', trial))).to.equal('422 price_inactive price')
  })
})
