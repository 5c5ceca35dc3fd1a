import { expect } from 'chai'
import { at, givenJune, refusal, told } from '../support/given/club.ts'

describe('canceling a subscription', () => {
  it('at the end of the period keeps access until then and stops the reminders', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id } = await club.buy('basic')
    at('2026-06-10T00:00:00Z')
    const { body } = await club.cancel(id).expect(200)
    expect(body.data).to.include({ status: 'active', entitled: true, ended_at: null })
    at('2026-06-11T00:00:00Z')
    const again = await club.cancel(id, 'at_period_end').expect(200)
    expect(again.body.data.canceled_at).to.equal('2026-06-10T00:00:00.000000Z')
    await club.travel('2026-07-01T23:59:58Z')
    expect(await told(id)).to.equal('created updated')
    await club.travel('2026-07-01T23:59:59Z')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-06-10T00:00, requested, ended 2026-07-01T23:59',
    )
    expect(await told(id)).to.equal('created updated canceled')
    expect(await club.letters()).to.deep.equal(['created', 'cancellation_requested', 'canceled'])
  })

  it('immediately ends access and leaves the period unchanged', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.cancel(id).expect(200)
    at('2026-06-10T00:00:00Z')
    const { body } = await club.cancel(id, 'immediately').expect(200)
    expect(body.data.entitled).to.equal(false)
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-06-01T00:00, immediately, ended 2026-06-10T00:00',
    )
    expect(await told(id)).to.equal('created updated canceled')
    await club.travel('2026-09-01T00:00:00Z')
    expect(await told(id)).to.equal('created updated canceled')
  })

  it('immediately ends a trial and an overdue subscription', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id: trial } = await club.trial('gym', 40)
    await club.cancel(trial, 'immediately').expect(200)
    expect(await told(trial)).to.equal('created canceled')
    const { id } = await club.buy('basic')
    await club.travel('2026-07-03T00:00:00Z')
    await club.cancel(id, 'immediately').expect(200)
    expect(await club.subscription(id)).to.include({
      status: 'canceled',
      cancellation_reason: 'immediately',
      current_period_end: '2026-07-01T23:59:59.000000Z',
    })
  })

  it('at the end of the period ends an overdue one at once, with the reason requested', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    const { id } = await club.buy('basic')
    await club.travel('2026-07-03T00:00:00Z')
    await club.cancel(id).expect(200)
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-07-03T00:00, requested, ended 2026-07-03T00:00',
    )
    expect(await told(id)).to.equal('created renewal_due renewal_due past_due canceled')
    expect((await club.letters()).slice(-2)).to.deep.equal(['past_due', 'canceled'])
  })

  it('is rejected from the exact end of the period, even before the timer has run', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    at('2026-07-01T23:59:59Z')
    expect(refusal(await club.cancel(id))).to.equal('409 subscription_canceled')
    expect(refusal(await club.cancel(id, 'immediately'))).to.equal('409 subscription_canceled')
    expect(refusal(await club.resume(id))).to.equal('409 subscription_canceled')
    expect((await club.subscription(id)).status).to.equal('active') // a rejected request leaves the change to the timer
    await club.travel('2026-07-02T00:00:00Z')
    expect((await club.subscription(id)).status).to.equal('canceled')
    expect(refusal(await club.cancel(id))).to.equal('409 subscription_canceled')
    expect(refusal(await club.resume(id))).to.equal('409 subscription_canceled')
  })

  it('accepts two modes, and only the merchant’s own subscriptions', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    expect(refusal(await club.cancel(id, 'later'))).to.equal('422 validation_failed mode')
    expect(refusal(await club.cancel(999_999, 'later'))).to.equal('404 not_found')
    expect(refusal(await club.shop.live.post(`/subscriptions/${id}/cancel`))).to.equal('404 not_found')
    const stranger = await givenJune()
    expect(refusal(await stranger.cancel(id))).to.equal('404 not_found')
    expect(await told(id)).to.equal('created')
  })
})

describe('resuming a subscription', () => {
  it('undoes a requested cancellation, and has no effect without one', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.resume(id).expect(200)
    expect(await told(id)).to.equal('created')
    await club.cancel(id).expect(200)
    const { body } = await club.resume(id).expect(200)
    expect(body.data).to.include({ canceled_at: null, cancellation_reason: null, status: 'active' })
    await club.resume(id).expect(200)
    expect(await told(id)).to.equal('created updated updated')
  })

  it('sends reminders again, except those whose time passed while it was canceled', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.cancel(id).expect(200)
    await club.travel('2026-06-26T00:00:00Z') // 7 days before was the 24th
    await club.resume(id).expect(200)
    await club.travel('2026-07-01T23:59:59Z')
    expect(await told(id)).to.equal('created updated updated renewal_due canceled')
    const { body } = await club.shop.get(`/events?type=subscription.renewal_due&object_id=${id}`)
    expect(body.data[0].data.object.days_before).to.equal(1)
  })
})

describe('the end of a period', () => {
  it('ends access if it is unpaid and there is no grace period', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    await club.travel('2026-07-01T23:59:59Z')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-07-01T23:59, unpaid, ended 2026-07-01T23:59',
    )
    expect(await told(id)).to.equal('created renewal_due renewal_due canceled')
    expect(await club.letters()).to.deep.equal(['created', 'reminder', 'reminder', 'canceled'])
  })

  it('starts a grace period of a fixed length if it is unpaid, and ends access after that', async () => {
    const club = await givenJune({ grace_period_days: 3 })
    const { id } = await club.buy('basic')
    await club.travel('2026-07-01T23:59:59Z')
    expect(await club.subscription(id)).to.include({ status: 'past_due', entitled: true, canceled_at: null })
    await club.shop.patch(`/products/${club.productId}`, { grace_period_days: 60 }).expect(200)
    await club.travel('2026-07-04T23:59:58Z')
    expect((await club.subscription(id)).status).to.equal('past_due')
    await club.travel('2026-07-04T23:59:59Z')
    expect(await club.stands(id)).to.equal(
      'canceled basic 2026-06-01T00:00…2026-07-01T23:59, canceled 2026-07-04T23:59, unpaid, ended 2026-07-04T23:59',
    )
    expect(await told(id)).to.equal('created renewal_due renewal_due past_due canceled')
    expect(await club.letters()).to.deep.equal(['created', 'reminder', 'reminder', 'past_due', 'canceled'])
  })

  it('sends no late reminders after an outage', async () => {
    const club = await givenJune({ grace_period_days: 3 })
    const { id } = await club.buy('basic')
    at('2026-07-03T00:00:00Z') // no worker ran for a month
    await club.travel('2026-07-03T00:00:00Z')
    expect(await told(id)).to.match(/^created renewal_due renewal_due past_due$/) // the timers run in order, each at its own time

    const late = await (await givenJune()).another()
    const bought = await late.buy('basic')
    at('2026-06-30T20:00:00Z')
    await late.shop.patch(`/subscriptions/${bought.id}`, { metadata: { seat: '1' } }).expect(200)
    expect(await told(bought.id)).to.equal('created renewal_due') // of two missed reminders only the later one is sent
    at('2026-07-02T00:00:00Z')
    await late.shop.patch(`/subscriptions/${bought.id}`, { metadata: {} }).expect(200)
    expect(await told(bought.id)).to.equal('created renewal_due canceled')
  })

  it('has reminders 30, 7 and 1 days before if it is a year', async () => {
    const club = await givenJune({}, [{ lookup_key: 'year', recurring_interval: 'year' }])
    const { id } = await club.buy('year')
    await club.travel('2027-06-01T23:59:58Z')
    const { body } = await club.shop.get(`/events?type=subscription.renewal_due&object_id=${id}`)
    const events = body.data as { created_at: string; data: { object: { days_before: number } } }[]
    const seen = events.map((event) => `${event.created_at.slice(0, 16)} ${event.data.object.days_before}`)
    expect(seen).to.deep.equal(['2027-05-31T10:00 1', '2027-05-25T10:00 7', '2027-05-02T10:00 30'])
    expect(await club.letters()).to.deep.equal(['created', 'reminder', 'reminder', 'reminder'])
  })

  it('records events but sends no emails for a customer without an address', async () => {
    const club = await givenJune()
    const { body } = await club.shop.post('/customers', { client_reference_id: 'no-email' }).expect(201)
    const trial = { customer_id: body.data.id, price: 'basic', trial_days: 3 }
    const { body: begun } = await club.shop.post('/subscriptions', trial).expect(201)
    await club.travel('2026-06-10T00:00:00Z')
    expect(await told(begun.data.id)).to.equal('created renewal_due canceled')
    expect(await club.letters()).to.deep.equal([])
  })
})
