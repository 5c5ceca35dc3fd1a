import { expect } from 'chai'
import { at, givenJune, refusal, told } from '../support/given/club.ts'

async function givenScheduledChange(price = 'gold') {
  const club = await givenJune()
  const { id } = await club.buy('basic')
  await club.schedule(id, price).expect(200)
  return { club, id }
}

describe('a change scheduled for the end of the period', () => {
  it('records an event when it is scheduled and when the price changes, once each', async () => {
    const { club, id } = await givenScheduledChange()
    const { body } = await club.shop.get(`/subscriptions/${id}`)
    expect(body.data.scheduled_price_id).to.be.a('number')
    at('2026-06-20T00:00:00Z')
    const renewed = await club.buy('gold')
    expect(renewed.id).to.equal(id)
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59, scheduled')
    await club.travel('2026-07-01T23:59:58Z')
    expect(await told(id)).to.equal('created updated renewed')
    await club.travel('2026-07-01T23:59:59Z')
    expect(await club.stands(id)).to.equal('active gold 2026-07-01T23:59…2026-08-01T23:59')
    expect(await told(id)).to.equal('created updated renewed updated')
  })

  it('is charged for a renewal with the lookup key of the present price too', async () => {
    const { club } = await givenScheduledChange()
    const { id: checkoutId } = await club.opened('basic')
    const checkout = await club.checkout(checkoutId)
    expect(checkout.amount_total).to.equal(90_000)
    expect(checkout.items[0]!.price).to.have.property('lookup_key', 'gold')
  })

  it('compares discounts with the scheduled price', async () => {
    const club = await givenJune()
    const { id } = await club.buy('gold')
    await club.schedule(id, 'basic').expect(200)
    const discounts = [{ amount: 40_000, description: 'Sorry' }]
    expect(await club.refused('gold', { discounts })).to.equal('422 discount_exceeds_subtotal discounts')
  })

  it('is dropped if nothing is paid, and the subscription ends at the old price', async () => {
    const { club, id } = await givenScheduledChange('gym')
    await club.travel('2026-07-01T23:59:59Z')
    const ended = await club.subscription(id)
    expect(ended).to.include({ status: 'canceled', cancellation_reason: 'unpaid' })
    expect(ended.price.lookup_key).to.equal('basic')
    expect(await told(id)).to.equal('created updated renewal_due renewal_due canceled')
    await club.buy('gym')
  })

  it('stays scheduled while the subscription is overdue, and takes effect with the payment', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id } = await club.buy('basic')
    await club.schedule(id, 'gold').expect(200)
    await club.travel('2026-07-03T00:00:00Z')
    expect(await club.stands(id)).to.equal('past_due basic 2026-06-01T00:00…2026-07-01T23:59, scheduled')
    await club.buy('basic')
    expect(await club.stands(id)).to.equal('active gold 2026-07-01T23:59…2026-08-01T23:59')
    expect(await told(id)).to.equal('created updated renewal_due renewal_due past_due renewed updated')
  })

  it('is kept by a cancellation, which takes effect at the end of all paid time', async () => {
    const { club, id } = await givenScheduledChange()
    await club.buy('gold')
    await club.cancel(id).expect(200)
    await club.travel('2026-07-15T00:00:00Z')
    expect(await club.stands(id)).to.equal(
      'active gold 2026-07-01T23:59…2026-08-01T23:59, canceled 2026-06-01T00:00, requested',
    )
    await club.travel('2026-08-01T23:59:59Z')
    expect((await club.subscription(id)).status).to.equal('canceled')
    expect(await told(id)).to.equal('created updated renewed updated updated canceled')
  })

  it('cannot be changed once its renewal is paid, but again after it has taken effect', async () => {
    const { club, id } = await givenScheduledChange()
    await club.buy('gold')
    expect(refusal(await club.schedule(id, null))).to.equal('409 renewal_already_paid')
    expect(refusal(await club.schedule(id, 'gym'))).to.equal('409 renewal_already_paid')
    await club.travel('2026-07-02T00:00:00Z')
    await club.schedule(id, 'gym').expect(200)
  })

  it('can be changed and cleared, and open renewals at its price expire then', async () => {
    const { club, id } = await givenScheduledChange()
    const { id: checkoutId, customer } = await club.opened('basic')
    await club.schedule(id, 'gym').expect(200)
    expect((await club.checkout(checkoutId)).status).to.equal('expired')
    await customer.pay()
    expect(await told(id)).to.equal('created updated updated')
    const { body } = await club.schedule(id, null)
    expect(body.data.scheduled_price_id).to.equal(null)
    expect((await club.buy('basic')).price.lookup_key).to.equal('basic')
  })

  it('keeps an open renewal at the present price, which can still be paid', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const { customer } = await club.opened('basic')
    await club.schedule(id, 'gold').expect(200)
    await customer.pay()
    expect(await club.stands(id)).to.equal('active basic 2026-06-01T00:00…2026-08-01T23:59, scheduled')
  })

  it('reserves its product: a trial is rejected, and open purchases of it expire', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const gym = await club.opened('gym')
    const change = await club.opened('gym', { subscription_id: id }, 2)
    await club.schedule(id, 'gym').expect(200)
    expect((await club.checkout(gym.id)).status).to.equal('expired')
    expect((await club.checkout(change.id)).status).to.equal('expired') // its credit was for another state
    const trial = { customer_id: club.customerId, price: 'gym', trial_days: 5 }
    expect(refusal(await club.shop.post('/subscriptions', trial))).to.equal(
      '422 already_subscribed customer_id',
    )
    expect((await club.buy('gym')).id).to.equal(id) // a renewal at the scheduled price
  })

  it('is rejected if another subscription has the product, for an archived price, and after the end', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const gym = await club.buy('gym')
    expect(refusal(await club.schedule(id, 'gym'))).to.equal('422 already_subscribed price')
    expect(refusal(await club.schedule(id, 'none'))).to.equal('422 lookup_key_not_found price')
    await club.shop.patch(`/prices/${gym.price_id}`, { active: false }).expect(200)
    await club.cancel(gym.id, 'immediately')
    expect(refusal(await club.schedule(id, 'gym'))).to.equal('422 price_inactive price')
    await club.cancel(id, 'immediately')
    expect(refusal(await club.schedule(id, 'gold'))).to.equal('409 subscription_canceled')
    expect(refusal(await club.schedule(999_999, 'gold'))).to.equal('404 not_found')
    expect(refusal(await club.shop.post(`/subscriptions/${id}/schedule-change`))).to.equal(
      '422 validation_failed price',
    )
  })

  it('is rejected while a cancellation is pending, as is clearing it, until it is resumed', async () => {
    const { club, id } = await givenScheduledChange()
    await club.cancel(id).expect(200)
    for (const price of ['gym', null]) {
      const refused = await club.schedule(id, price)
      expect(refusal(refused)).to.equal('409 subscription_canceled')
      expect(refused.body.message).to.contain('Resume the subscription first')
    }
    await club.resume(id).expect(200)
    await club.schedule(id, 'gym').expect(200)
  })

  it('to the present price clears the schedule', async () => {
    const { club, id } = await givenScheduledChange()
    const { body } = await club.schedule(id, 'basic')
    expect(body.data.scheduled_price_id).to.equal(null)
  })

  it('expires open renewals at the old price, and plan changes, when it takes effect', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const old = await club.opened('basic', {}, 2)
    await club.schedule(id, 'gold').expect(200)
    const fresh = await club.opened('basic')
    await club.buy('gold')
    await club.travel('2026-07-01T12:00:00Z')
    const change = await club.opened('gym', { subscription_id: id }, 2)
    await club.travel('2026-07-01T23:59:59Z')
    expect((await club.checkout(old.id)).status).to.equal('expired')
    expect((await club.checkout(change.id)).status).to.equal('expired')
    await fresh.customer.pay()
    expect(await club.stands(id)).to.equal('active gold 2026-07-01T23:59…2026-09-01T23:59')
  })
})
