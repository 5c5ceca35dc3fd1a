import { expect } from 'chai'
import { givenMerchant } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'

const NOON = '2026-01-01T12:00:00.000000Z'

describe('a test clock', () => {
  it('shows the time that it was created with', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/test-clocks', {
      frozen_time: '2026-01-01T20:00:00+08:00',
      name: 'Club',
    })
    expect(status).to.equal(201)
    expect(body.data).to.include({
      name: 'Club',
      status: 'ready',
      frozen_time: NOON,
      project_id: shop.projectId,
    })
    expect((await shop.get(`/test-clocks/${body.data.id}`).expect(200)).body).to.deep.equal(body)
    expect(new Date(body.data.created_at).getTime()).to.be.closeTo(Date.now(), 60_000)
  })

  it('is listed, newest first', async () => {
    const shop = await givenMerchant()
    const ids = [await givenClock(shop, NOON), await givenClock(shop, NOON)].map(({ id }) => id)
    const { body } = await shop.get('/test-clocks').expect(200)
    expect(body.data.map(({ id }: { id: number }) => id)).to.deep.equal(ids.reverse())
    expect(body.meta.total).to.equal(2)
  })

  it('is advancing until it reaches its target, then ready', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    expect(await clock.send('2026-01-02T00:00:00Z')).to.include({ status: 'advancing', frozen_time: NOON })
    await clock.walk()
    expect(await clock.get()).to.include({ status: 'ready', frozen_time: '2026-01-02T00:00:00.000000Z' })
  })

  it('is busy while it advances', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    await clock.send('2026-01-02T00:00:00Z')
    const again = await shop.post(`/test-clocks/${clock.id}/advance`, { frozen_time: '2026-01-03T00:00:00Z' })
    expect([again.status, again.body.code]).to.deep.equal([409, 'test_clock_busy'])
    await clock.walk()
    await shop.post(`/test-clocks/${clock.id}/advance`, { frozen_time: '2026-01-03T00:00:00Z' }).expect(200)
  })

  const advances: [target: unknown, status: number, code: string | undefined, because: string][] = [
    ['2026-01-01T12:00:00.001Z', 200, undefined, 'a millisecond later'],
    ['2026-01-01T12:00:00Z', 422, 'test_clock_backwards', 'the same time'],
    ['2025-12-31T00:00:00Z', 422, 'test_clock_backwards', 'an earlier time'],
    ['2028-01-01T12:00:00Z', 200, undefined, 'two years later'],
    ['2028-01-01T12:00:00.001Z', 422, 'validation_failed', 'more than two years later'],
    ['3000-01-01T00:00:00Z', 422, 'validation_failed', 'too far in the future'],
    ['tomorrow', 422, 'validation_failed', 'not a time'],
    [undefined, 422, 'validation_failed', 'no time'],
  ]
  for (const [target, status, code, because] of advances) {
    it(`returns ${status} when it is advanced to ${String(target)}: ${because}`, async () => {
      const shop = await givenMerchant()
      const clock = await givenClock(shop, NOON)
      const answer = await shop.post(`/test-clocks/${clock.id}/advance`, { frozen_time: target })
      expect([answer.status, answer.body.code]).to.deep.equal([status, code])
      if (status === 422) expect(answer.body.errors).to.have.all.keys('frozen_time')
    })
  }

  it('needs a time, and rejects unknown fields', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/test-clocks', { colour: 'red', name: 'x'.repeat(256) })
    expect(status).to.equal(422)
    expect(body.errors).to.have.all.keys('frozen_time', 'colour', 'name')
  })

  it('does not exist in live mode', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const created = await shop.live.post('/test-clocks', { frozen_time: NOON })
    expect([created.status, created.body.errors]).to.deep.equal([
      422,
      { body: ['Test clocks exist in test mode only. Use a test token.'] },
    ])
    await shop.live.get(`/test-clocks/${clock.id}`).expect(404)
    await shop.live
      .post(`/test-clocks/${clock.id}/advance`, { frozen_time: '2026-02-01T00:00:00Z' })
      .expect(404)
    await shop.live.delete(`/test-clocks/${clock.id}`).expect(404)
    expect((await shop.live.get('/test-clocks').expect(200)).body.data).to.deep.equal([])
  })

  it('returns 404 in another project', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const clock = await givenClock(shop, NOON)
    await other.get(`/test-clocks/${clock.id}`).expect(404)
    await other.post(`/test-clocks/${clock.id}/advance`, { frozen_time: '2026-02-01T00:00:00Z' }).expect(404)
    await other.delete(`/test-clocks/${clock.id}`).expect(404)
  })
})

describe('a customer on a test clock', () => {
  it('is created at the time of the clock, and shows the clock', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const customer = await clock.givenCustomer()
    expect(customer).to.include({ test_clock_id: clock.id, created_at: NOON })
    expect((await shop.post('/customers', { email: 'a@example.com' })).body.data.test_clock_id).to.equal(null)
  })

  it('is updated at the time of the clock', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const { id } = await clock.givenCustomer({ client_reference_id: 'u1' })
    await clock.advance('2026-01-05T00:00:00Z')
    const changed = await shop.patch(`/customers/${id}`, { name: 'Saraa' }).expect(200)
    expect(changed.body.data.updated_at).to.equal('2026-01-05T00:00:00.000000Z')
    await clock.advance('2026-01-06T00:00:00Z')
    const saved = await shop.post('/customers', { client_reference_id: 'u1', name: 'Bat' }).expect(200)
    expect(saved.body.data).to.include({ id, created_at: NOON, updated_at: '2026-01-06T00:00:00.000000Z' })
  })

  it('cannot be created on a missing clock, or in live mode', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const clock = await givenClock(shop, NOON)
    const email = 'a@example.com'
    for (const [asker, id] of [
      [shop, clock.id + 1_000],
      [other, clock.id],
      [shop.live, clock.id],
    ] as const) {
      const { status, body } = await asker.post('/customers', { email, test_clock_id: id })
      expect(status).to.equal(422)
      expect(body.errors).to.have.all.keys('test_clock_id')
    }
  })

  it('cannot move to another clock by an upsert or an update', async () => {
    const shop = await givenMerchant()
    const [clock, another] = [await givenClock(shop, NOON), await givenClock(shop, NOON)]
    const { id } = await clock.givenCustomer({ client_reference_id: 'u1' })
    const upsert = (body: object) => shop.post('/customers', { client_reference_id: 'u1', ...body })
    expect((await upsert({ test_clock_id: another.id })).body.errors).to.have.all.keys('test_clock_id')
    await upsert({ test_clock_id: clock.id }).expect(200)
    const patched = await shop.patch(`/customers/${id}`, { test_clock_id: another.id })
    expect([patched.status, Object.keys(patched.body.errors)]).to.deep.equal([422, ['test_clock_id']])
    expect((await shop.get(`/customers/${id}`)).body.data.test_clock_id).to.equal(clock.id)
  })

  it('is not found by the email address of a checkout', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const { id } = await clock.givenCustomer()
    const items = [{ price_data: { unit_amount: 500, product_data: { name: 'Tea' } }, quantity: 1 }]
    const created = await shop.post('/checkouts', { items, customer_email: 'saraa@example.com' }).expect(201)
    const checkout = (await shop.get(`/checkouts/${created.body.data.id}`)).body.data
    expect(checkout.customer_id).to.be.a('number').and.not.equal(id)
  })
})
