import { expect } from 'chai'
import type { TimelineEntry } from '../../common/domain/subscriptions/object.ts'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { at, Club, givenJune, newCustomer, refusal, told } from '../support/given/club.ts'

describe('retrieving subscriptions', () => {
  it('returns the whole object, only in its own project and mode', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    expect(await club.subscription(id)).to.have.all.keys(
      'id status entitled project_id customer_id product_id price_id current_period_start current_period_end trial_ends_at canceled_at ended_at cancellation_reason cancellation_details scheduled_price_id is_test customer price product metadata created_at updated_at'.split(
        ' ',
      ),
    )
    const stranger = await givenJune()
    expect(refusal(await stranger.shop.get(`/subscriptions/${id}`))).to.equal('404 not_found')
    expect(refusal(await club.shop.live.get(`/subscriptions/${id}`))).to.equal('404 not_found')
    expect(refusal(await club.shop.get('/subscriptions/1e3'))).to.equal('404 not_found')
  })

  it('lists the newest first, 25 a page, filtered by customer, price, lookup key and status', async () => {
    const club = await givenJune()
    const ids: number[] = []
    for (let number = 0; number < 27; number += 1) {
      const customer_id = await newCustomer(club.shop, `c${number}@example.com`)
      const price = number === 0 ? 'gym' : 'basic'
      const { body } = await club.shop.post('/subscriptions', { customer_id, price, trial_days: 5 })
      ids.unshift(body.data.id)
    }
    await club.cancel(ids[3]!, 'immediately').expect(200)
    const list = async (query: string) => {
      const { body } = await club.shop.get(`/subscriptions${query}`).expect(200)
      return { ids: body.data.map((each: { id: number }) => each.id) as number[], meta: body.meta, body }
    }
    const first = await list('')
    expect(first.ids).to.deep.equal(ids.slice(0, 25))
    expect(first.meta).to.deep.equal({ current_page: 1, last_page: 2, per_page: 25, total: 27 })
    expect((await list('?page=2')).ids).to.deep.equal(ids.slice(25))
    expect((await list('?page=3')).ids).to.deep.equal([])
    expect((await list('?price=gym')).ids).to.deep.equal([ids[26]])
    expect((await list('?price=none')).ids).to.deep.equal([])
    const { customer_id: customerId, price_id: priceId } = await club.subscription(ids[3]!)
    expect((await list(`?customer_id=${customerId}`)).ids).to.deep.equal([ids[3]])
    expect((await list('?status=canceled')).ids).to.deep.equal([ids[3]])
    expect((await list('?status=past_due')).ids).to.deep.equal([])
    expect((await list(`?price_id=${priceId}&status=trialing`)).meta.total).to.equal(25)
    expect(refusal(await club.shop.get('/subscriptions?status=gone'))).to.equal(
      '422 validation_failed status',
    )
    expect(refusal(await club.shop.get('/subscriptions?page=0'))).to.equal('422 validation_failed page')
    expect(refusal(await club.shop.get('/subscriptions?colour=red'))).to.equal('422 validation_failed colour')
  })

  it('lists only the entitled subscriptions of a customer, by id and by reference', async () => {
    const club = await givenJune({ grace_period_days: 5 })
    await club.shop.patch(`/customers/${club.customerId}`, { client_reference_id: 'bat' }).expect(200)
    const { id } = await club.buy('basic')
    const { id: gym } = await club.trial('gym', 60)
    const seen = async (path: string) =>
      (
        (await club.shop.get(path).expect(200)).body.data.subscriptions as { id: number; status: string }[]
      ).map((each) => `${each.id === id ? 'basic' : each.id === gym ? 'gym' : '?'} ${each.status}`)
    expect(await seen(`/customers/${club.customerId}`)).to.deep.equal(['gym trialing', 'basic active'])
    await club.travel('2026-07-02T00:00:00Z')
    expect(await seen('/customers/by-client-reference-id/bat')).to.deep.equal([
      'gym trialing',
      'basic past_due',
    ])
    await club.travel('2026-07-07T00:00:00Z')
    expect(await seen('/customers/by-client-reference-id/bat')).to.deep.equal(['gym trialing'])
    const gone = await club.shop.delete(`/customers/${club.customerId}`)
    expect(refusal(gone)).to.equal('409 customer_has_subscription')
    await club.cancel(gym, 'immediately')
    await club.shop.delete(`/customers/${club.customerId}`).expect(200)
  })

  it('stores metadata without recording an event', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    const patch = (body: object) => club.shop.patch(`/subscriptions/${id}`, body)
    expect((await patch({ metadata: { seat: '12' } }).expect(200)).body.data.metadata).to.deep.equal({
      seat: '12',
    })
    expect((await patch({ metadata: { row: 'F' } }).expect(200)).body.data.metadata).to.deep.equal({
      row: 'F',
    })
    expect((await patch({}).expect(200)).body.data.metadata).to.deep.equal({ row: 'F' })
    expect((await patch({ metadata: null }).expect(200)).body.data.metadata).to.deep.equal({})
    expect(refusal(await patch({ status: 'active' }))).to.equal('422 validation_failed status')
    expect(refusal(await club.shop.patch('/subscriptions/999999', { status: 1 }))).to.equal('404 not_found')
    expect(await told(id)).to.equal('created')
  })

  it('does not apply due steps: only writes and timers do', async () => {
    const club = await givenJune()
    const { id } = await club.buy('basic')
    at('2026-09-01T00:00:00Z')
    expect((await club.subscription(id)).status).to.equal('active')
    expect(await told(id)).to.equal('created')
  })
})

describe('the timeline of a subscription', () => {
  async function timeline(club: Awaited<ReturnType<typeof givenJune>>, id: number): Promise<string[]> {
    const { body } = await club.shop.get(`/subscriptions/${id}/timeline`).expect(200)
    return (body.data as TimelineEntry[]).map(
      ({ at: when, type, done, description }) =>
        `${when.slice(0, 16)} ${type.replace('subscription.', '')}${done ? ' done' : ''}${description ? '' : ' without a description'}`,
    )
  }

  it('lists past and future events, and the future events then happen as listed', async () => {
    const club = await givenJune({ grace_period_days: 3 })
    const { id } = await club.buy('basic')
    const predicted = await timeline(club, id)
    expect(predicted).to.deep.equal([
      '2026-06-01T00:00 created done',
      '2026-06-24T10:00 renewal_due',
      '2026-06-30T10:00 renewal_due',
      '2026-07-01T23:59 past_due',
      '2026-07-04T23:59 canceled',
    ])
    await club.travel('2026-07-02T00:00:00Z')
    expect(await timeline(club, id)).to.deep.equal([
      '2026-06-01T00:00 created done',
      '2026-06-24T10:00 renewal_due done',
      '2026-06-30T10:00 renewal_due done',
      '2026-07-01T23:59 past_due done',
      '2026-07-04T23:59 canceled',
    ])
    await club.travel('2026-08-01T00:00:00Z')
    expect(await timeline(club, id)).to.deep.equal(
      predicted.map((line) => line.replace(/( done)?$/, ' done')),
    )
  })

  it('includes a paid scheduled change, a requested cancellation, and a pending transfer', async () => {
    const club = await givenJune({ grace_period_days: 1 })
    const { id } = await club.buy('basic')
    await club.schedule(id, 'gold').expect(200)
    await club.buy('gold', {}, 2)
    expect((await timeline(club, id)).slice(3)).to.deep.equal([
      '2026-07-01T23:59 updated',
      '2026-08-25T10:00 renewal_due',
      '2026-08-31T10:00 renewal_due',
      '2026-09-01T23:59 past_due',
      '2026-09-02T23:59 canceled',
    ])
    await club.cancel(id).expect(200)
    expect((await timeline(club, id)).slice(4)).to.deep.equal([
      '2026-07-01T23:59 updated',
      '2026-09-01T23:59 canceled',
    ])
    await club.resume(id).expect(200)
    await club.travel('2026-08-31T12:00:00Z')
    await club.report(await club.opened('gold'))
    expect((await timeline(club, id)).slice(-2)).to.deep.equal([
      '2026-09-03T12:00 past_due',
      '2026-09-03T12:00 canceled',
    ])
    const { body } = await club.shop.get('/subscriptions/999999/timeline')
    expect(body.code).to.equal('not_found')
  })
})

describe('the time zone of a project', () => {
  it('is fixed by the first subscription, not earlier', async () => {
    const club = await givenJune()
    await club.shop.patch('', { timezone: 'Europe/Berlin' }).expect(200)
    await club.shop.patch('', { timezone: 'UTC' }).expect(200)
    await club.trial('basic', 5)
    expect(refusal(await club.shop.patch('', { timezone: 'Europe/Berlin' }))).to.equal(
      '422 validation_failed timezone',
    )
    await club.shop.patch('', { timezone: 'UTC', name: 'Same' }).expect(200)
  })
})

describe('the Starter plan', () => {
  it('allows thirty live subscriptions, and honours paid checkouts beyond that', async () => {
    const club = await givenJune({}, [], { plan: 'starter' })
    const shop = club.shop.live
    const product = { product_data: { name: 'Live' }, unit_amount: 1_000, recurring_interval: 'month' }
    await shop.post('/prices', { ...product, lookup_key: 'live' }).expect(201)
    const customer = async (number: number) =>
      (await shop.post('/customers', { client_reference_id: `c${number}` })).body.data.id
    const trial = async (number: number) =>
      shop.post('/subscriptions', { customer_id: await customer(number), price: 'live', trial_days: 5 })
    const open = (customer_id: number) =>
      shop.post('/checkouts', { items: [{ price: 'live', quantity: 1 }], customer_id })
    const ids: number[] = []
    for (let number = 0; number < 29; number += 1) ids.push((await trial(number).then((r) => r.body.data)).id)
    const early = await open(await customer(29)).expect(201)
    const late = await open(await customer(30)).expect(201) // open checkouts are not counted
    ids.push((await trial(31)).body.data.id)
    const refused = await trial(32)
    expect(refusal(refused)).to.equal('422 plan_limit_reached price')
    expect(refused.body.errors.price[0]).to.include(
      `bin/tolbor project update ${shop.projectId} --plan growth`,
    )
    expect(refusal(await open(await customer(32)))).to.equal('422 plan_limit_reached items.0.price')
    const own = (await shop.get(`/subscriptions/${ids[0]}`)).body.data.customer_id
    const renewal = await open(own).expect(201) // renewals are still possible

    const account = { payment_methods: { bank_transfer: { enabled: true } } }
    await shop.patch('', account).expect(200)
    const live = new Club(shop, club.productId, club.otherId, own)
    for (const { body } of [early, late, renewal]) {
      const paymentId = await live.report({ id: body.data.id, customer: new Customer(body.data.url) })
      await live.decide(paymentId, 'confirm')
    }
    const [row] = await onConnection((sql) =>
      sql.rows<{ entitled: number }>(
        "SELECT COUNT(*) AS entitled FROM subscriptions WHERE project_id = ? AND status <> 'canceled'",
        [club.shop.projectId],
      ),
    )
    expect(row!.entitled).to.equal(32)
    await live.cancel(ids[0]!, 'immediately').expect(200)
    expect(refusal(await trial(33))).to.equal('422 plan_limit_reached price')
  })

  it('has no limit in test mode', async () => {
    const club = await givenJune({}, [], { plan: 'starter' })
    for (let number = 0; number < 31; number += 1) {
      const customer_id = await newCustomer(club.shop, `c${number}@example.com`)
      await club.shop.post('/subscriptions', { customer_id, price: 'basic', trial_days: 5 }).expect(201)
    }
  })
})
