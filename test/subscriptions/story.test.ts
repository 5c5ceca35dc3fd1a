import { expect } from 'chai'
import { setClock } from '../../common/runtime/clock.ts'
import { travelTo } from '../support/due.ts'
import { givenClub } from '../support/given/club.ts'
import { eventsOf } from '../support/stored.ts'

describe('a subscription', () => {
  it('begins when its checkout is paid, and lasts until the end of a local day', async () => {
    setClock(() => new Date('2026-08-12T11:04:00Z')) // 19:04 in Ulaanbaatar
    const club = await givenClub()
    const subscription = await club.buy('basic')
    expect(subscription).to.include({
      status: 'active',
      entitled: true,
      current_period_start: '2026-08-12T11:04:00.000000Z',
      current_period_end: '2026-09-12T15:59:59.000000Z',
      trial_ends_at: null,
    })
    expect(await eventsOf('subscription', subscription.id)).to.deep.equal(['subscription.created'])
    const { body } = await club.shop.get(`/customers/${club.customerId}`)
    expect(body.data.subscriptions).to.have.length(1)
  })

  it('is extended by a renewal, sends reminders, and ends if it is unpaid', async () => {
    setClock(() => new Date('2026-08-12T11:04:00Z'))
    const club = await givenClub()
    const { id } = await club.buy('basic')
    await club.buy('basic')
    expect((await club.subscription(id)).current_period_end).to.equal('2026-10-12T15:59:59.000000Z')
    await travelTo(club.shop.projectId, new Date('2026-10-12T15:59:58Z'))
    expect(await eventsOf('subscription', id)).to.deep.equal([
      'subscription.created',
      'subscription.renewed',
      'subscription.renewal_due',
      'subscription.renewal_due',
    ])
    expect((await club.subscription(id)).status).to.equal('active')
    await travelTo(club.shop.projectId, new Date('2026-10-12T15:59:59Z'))
    expect(await club.subscription(id)).to.include({
      status: 'canceled',
      cancellation_reason: 'unpaid',
      ended_at: '2026-10-12T15:59:59.000000Z',
    })
    expect((await eventsOf('subscription', id)).at(-1)).to.equal('subscription.canceled')
  })

  it('changes to another plan with credit for the unused days', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const club = await givenClub(
      [{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }],
      {},
      { timezone: 'UTC' },
    )
    const { id } = await club.buy('basic')
    setClock(() => new Date('2026-06-16T00:00:00Z'))
    const refused = await club.open('gold')
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'subscription_id_required'])
    const { body } = await club.open('gold', { subscription_id: id })
    const { body: checkout } = await club.shop.get(`/checkouts/${body.data.id}`)
    // 15 days 23:59:59 of 30 days 23:59:59 are left of 30,000.
    expect(checkout.data.credit_amount).to.equal(15_484)
    expect(checkout.data.amount_total).to.equal(90_000 - 15_484)
    const changed = await club.buy('gold', { subscription_id: id })
    expect(changed).to.include({ id, status: 'active', current_period_end: '2026-07-16T23:59:59.000000Z' })
    expect(changed.price.lookup_key).to.equal('gold')
    expect(await eventsOf('subscription', id)).to.deep.equal(['subscription.created', 'subscription.updated'])
    const { body: outdated } = await club.shop.get(`/checkouts/${body.data.id}`)
    expect(outdated.data.status).to.equal('expired')
  })

  it('becomes overdue if the product has a grace period, and is canceled at its end', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const club = await givenClub(undefined, { grace_period_days: 3 }, { timezone: 'UTC' })
    const { id } = await club.buy('basic')
    await travelTo(club.shop.projectId, new Date('2026-07-01T23:59:59Z'))
    expect((await club.subscription(id)).status).to.equal('past_due')
    await travelTo(club.shop.projectId, new Date('2026-07-04T23:59:59Z'))
    expect(await club.subscription(id)).to.include({
      status: 'canceled',
      ended_at: '2026-07-04T23:59:59.000000Z',
    })
  })

  it('can start as a trial once', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const club = await givenClub()
    const trial = { customer_id: club.customerId, price: 'basic', trial_days: 7 }
    const { status, body } = await club.shop.post('/subscriptions', trial)
    expect(status).to.equal(201)
    expect(body.data).to.include({ status: 'trialing', trial_ends_at: '2026-06-08T15:59:59.000000Z' })
    expect((await club.shop.post('/subscriptions', trial)).body.code).to.equal('already_subscribed')
    await travelTo(club.shop.projectId, new Date('2026-06-08T15:59:59Z'))
    expect((await club.subscription(body.data.id)).cancellation_reason).to.equal('trial_ended')
    expect((await club.shop.post('/subscriptions', trial)).body.code).to.equal('trial_already_used')
  })

  it('can be canceled at the end of the period, resumed, and canceled immediately', async () => {
    setClock(() => new Date('2026-06-01T00:00:00Z'))
    const club = await givenClub()
    const { id } = await club.buy('basic')
    const canceled = await club.shop.post(`/subscriptions/${id}/cancel`)
    expect(canceled.body.data).to.include({ status: 'active', cancellation_reason: 'requested' })
    await club.shop.post(`/subscriptions/${id}/cancel`).expect(200)
    expect((await club.shop.post(`/subscriptions/${id}/resume`)).body.data.canceled_at).to.equal(null)
    await club.shop.post(`/subscriptions/${id}/cancel`, { mode: 'immediately' }).expect(200)
    const again = await club.shop.post(`/subscriptions/${id}/resume`)
    expect([again.status, again.body.code]).to.deep.equal([409, 'subscription_canceled'])
    expect(await eventsOf('subscription', id)).to.deep.equal([
      'subscription.created',
      'subscription.updated',
      'subscription.updated',
      'subscription.canceled',
    ])
  })
})
