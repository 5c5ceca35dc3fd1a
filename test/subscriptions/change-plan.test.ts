import { expect } from 'chai'
import { at, givenJune, refusal, told } from '../support/given/club.ts'

/** A month from 1 June, half used: 15.5 of 31 days are left, each less a second. */
async function givenHalfUsedMonth() {
  const club = await givenJune()
  const { id } = await club.buy('basic')
  at('2026-06-16T12:00:00Z')
  return { club, id }
}

describe('changing the plan', () => {
  it('starts a new period now and converts the unused days into credit', async () => {
    const { club, id } = await givenHalfUsedMonth()
    const { id: checkoutId, customer } = await club.opened('gold', { subscription_id: id })
    // 1,339,199 of 2,678,399 seconds are left of 30,000: 14,999.99, rounded up.
    expect(await club.checkout(checkoutId)).to.include({
      amount_subtotal: 90_000,
      credit_amount: 15_000,
      amount_total: 75_000,
      expires_at: '2026-06-17T12:00:00.000000Z',
    })
    at('2026-06-17T11:59:59Z')
    await customer.pay()
    expect(await club.checkout(checkoutId)).to.include({ status: 'complete', credit_amount: 15_000 })
    expect(await club.stands(id)).to.equal('active gold 2026-06-17T11:59…2026-07-17T23:59')
    expect(await told(id)).to.equal('created updated')
    expect(await club.letters()).to.deep.equal(['created'])
  })

  it('shows on the page and on the receipt the days that the credit is for', async () => {
    const { club, id } = await givenHalfUsedMonth()
    const { id: checkoutId, customer } = await club.opened('gold', { subscription_id: id })
    const days = '15 of 31 days left on Club'
    expect((await customer.get()).text).to.include(days)
    at('2026-06-17T11:00:00Z')
    expect((await customer.get()).text).to.include(days)
    await customer.pay()
    expect((await customer.get('?receipt=1')).text)
      .to.include('data-state="receipt"')
      .and.to.include(days)
    await club.shop.patch(`/products/${club.productId}`, { name: 'Renamed' }).expect(200)
    expect((await customer.get('?receipt=1')).text).to.include(days)
    const late = await club.opened('gym', { subscription_id: id }, 2)
    await club.shop.post(`/checkouts/${late.id}/expire`).expect(200)
    expect((await late.customer.get()).text).to.include('31 of 31 days left on Renamed')
    expect(checkoutId).to.be.below(late.id)
  })

  it('values the new period at the money paid plus the credit used, without discounts', async () => {
    const { club, id } = await givenHalfUsedMonth()
    await club.buy('gold', {
      subscription_id: id,
      discounts: [{ amount: 45_000, description: 'Sorry' }],
    })
    const { id: checkoutId } = await club.opened('gym', { subscription_id: id })
    // The period is worth 90,000 less the discount of 45,000, and all of it is left.
    expect((await club.checkout(checkoutId)).credit_amount).to.equal(45_000)
  })

  it('can move to another product, and then frees the first product', async () => {
    const { club, id } = await givenHalfUsedMonth()
    await club.buy('gym', { subscription_id: id })
    const changed = await club.subscription(id)
    expect(changed.product_id).to.equal(club.otherId)
    expect(changed.product.name).to.equal('Gym')
    expect((await club.buy('basic')).id).to.be.above(id)
    expect(await told(id)).to.equal('created updated')
  })

  it('is rejected if another subscription already has the product', async () => {
    const { club, id } = await givenHalfUsedMonth()
    const { id: gym } = await club.buy('gym')
    expect(await club.refused('gym', { subscription_id: id })).to.equal(
      '422 already_subscribed items.0.price',
    )
    await club.cancel(gym, 'immediately')
    await club.buy('gym', { subscription_id: id })
  })

  it('can move to a product whose subscription has ended, even before its timer has run', async () => {
    const club = await givenJune()
    const { id: gym } = await club.buy('gym')
    const { id } = await club.buy('basic', {}, 2)
    at('2026-07-02T00:00:00Z')
    await club.buy('gym', { subscription_id: id })
    expect((await club.subscription(gym)).status).to.equal('canceled')
    expect(await club.stands(id)).to.equal('active gym 2026-07-02T00:00…2026-08-02T23:59')
  })

  it('is rejected if the credit covers the whole price of all periods', async () => {
    const club = await givenJune({}, [
      { lookup_key: 'half', unit_amount: 15_000 },
      { lookup_key: 'free', unit_amount: 0 },
      { lookup_key: 'exact', unit_amount: 30_000 },
    ])
    const { id } = await club.buy('basic')
    const to = (price: string, quantity?: number) => club.refused(price, { subscription_id: id }, quantity)
    expect(await to('half')).to.equal('422 plan_change_at_period_end items.0.price')
    expect(await to('exact')).to.equal('422 plan_change_at_period_end items.0.price')
    expect(await to('free')).to.equal('422 plan_change_at_period_end items.0.price')
    await club.opened('half', { subscription_id: id }, 3)
    at('2026-06-16T12:00:00Z')
    await club.opened('exact', { subscription_id: id })
    // The comparison uses the price without discounts.
    const discounts = [{ amount: 29_000, description: 'Sorry' }]
    const { id: checkoutId, customer } = await club.opened('exact', { subscription_id: id, discounts })
    expect(await club.checkout(checkoutId)).to.include({ credit_amount: 1_000, amount_total: 0 })
    await customer.press('pay', { email: 'bat@example.com' })
    expect((await club.subscription(id)).price.lookup_key).to.equal('exact')
  })

  it('expires after a day, and rejects another expiry and an adjustable quantity', async () => {
    const { club, id } = await givenHalfUsedMonth()
    const item = { price: 'gold', quantity: 1, adjustable_quantity: { enabled: true } }
    const answer = await club.open('gold', {
      items: [item],
      subscription_id: id,
      expires_at: '2026-06-16T14:00:00Z',
    })
    expect(refusal(answer)).to.equal('422 validation_failed items.0.adjustable_quantity expires_at')
    const { id: checkoutId, customer } = await club.opened('gold', { subscription_id: id })
    at('2026-06-17T12:00:00Z')
    await customer.pay()
    expect((await club.checkout(checkoutId)).status).to.equal('expired')
    expect(await told(id)).to.equal('created')
  })

  it('clears a requested cancellation and a scheduled change', async () => {
    const { club, id } = await givenHalfUsedMonth()
    await club.schedule(id, 'gym').expect(200)
    await club.cancel(id).expect(200)
    await club.buy('gold', { subscription_id: id })
    expect(await club.stands(id)).to.equal('active gold 2026-06-16T12:00…2026-07-16T23:59')
    await club.buy('gym') // the scheduled product is free again
  })

  it('starts now, without credit, if the subscription is overdue', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id } = await club.buy('basic')
    await club.travel('2026-07-03T08:00:00Z')
    const { id: checkoutId, customer } = await club.opened('gold', { subscription_id: id })
    expect((await club.checkout(checkoutId)).credit_amount).to.equal(0)
    await customer.pay()
    expect(await club.stands(id)).to.equal('active gold 2026-07-03T08:00…2026-08-03T23:59')
    expect(await told(id)).to.equal('created renewal_due renewal_due past_due updated')
    await club.travel('2026-07-10T00:00:00Z')
    expect((await club.subscription(id)).status).to.equal('active')
  })

  it('counts renewals that were paid ahead in full', async () => {
    const { club, id } = await givenHalfUsedMonth()
    await club.buy('basic')
    const { id: checkoutId, customer } = await club.opened('gold', { subscription_id: id })
    expect((await club.checkout(checkoutId)).credit_amount).to.equal(15_000 + 30_000)
    await customer.pay()
    expect(await club.stands(id)).to.equal('active gold 2026-06-16T12:00…2026-07-16T23:59')
    await club.travel('2026-07-02T00:00:00Z')
    expect(await club.stands(id)).to.equal('active gold 2026-06-16T12:00…2026-07-16T23:59')
  })

  it('requires an active price', async () => {
    const { club, id } = await givenHalfUsedMonth()
    const { body } = await club.shop.get('/prices?lookup_key=gold')
    await club.shop.patch(`/prices/${body.data[0].id}`, { active: false }).expect(200)
    expect(await club.refused('gold', { subscription_id: id })).to.equal('422 price_inactive items.0.price')
  })

  it('requires a subscription that has not ended, and a recurring price', async () => {
    const { club, id } = await givenHalfUsedMonth()
    await club.cancel(id, 'immediately')
    expect(await club.refused('gold', { subscription_id: id })).to.equal(
      '422 subscription_canceled subscription_id',
    )
    await club.shop.post('/prices', { product_id: club.productId, unit_amount: 1, lookup_key: 'once' })
    expect(await club.refused('once', { subscription_id: id })).to.equal(
      '422 validation_failed subscription_id',
    )
  })
})
