import { expect } from 'chai'
import { checkInvariants } from '../../common/services/invariants/check.ts'
import { onConnection } from '../../db/sql.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { givenClock, givenMonthly, storyOf, timersOf } from '../support/given/test-clock.ts'

const NOON = '2026-01-12T04:00:00Z'
const BANK = { enabled: true, bank_name: 'Khan', account_number: '5000123456', account_holder: 'Shop LLC' }

describe('deleting a test clock', () => {
  it('returns the time, and hides the clock and its customers', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const { id } = await clock.givenCustomer({ client_reference_id: 'u1' })
    const { status, body } = await shop.delete(`/test-clocks/${clock.id}`)
    expect(status).to.equal(200)
    expect(body.data).to.have.all.keys('id', 'deleted_at').and.to.include({ id: clock.id })
    await shop.get(`/test-clocks/${clock.id}`).expect(404)
    await shop.delete(`/test-clocks/${clock.id}`).expect(404)
    await shop.get(`/customers/${id}`).expect(404)
    await shop.post('/customers', { client_reference_id: 'u1' }).expect(201)
  })

  it('ends open objects, records their events, and leaves no timer', async () => {
    const begun = new Date()
    const before = await onConnection((sql) => checkInvariants(sql, { now: begun }))
    const shop = await givenMerchant()
    await shop.patch('/', { payment_methods: { bank_transfer: BANK } }).expect(200)
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    const { id: customer } = await clock.givenCustomer()
    const subscription = await clock.buy(customer, 'club')
    const open = await clock.givenCheckout({ ...tea(), customer_id: customer })
    const reported = await clock.givenCheckout({ ...tea(), customer_id: customer })
    await reported.customer.pay({ payment_method: 'bank_transfer' })
    await reported.customer.press('claim_transfer')
    const invoice = (await shop.post('/invoices', { amount: 500, customer_id: customer }).expect(201)).body
      .data
    await clock.advance('2026-01-13T00:00:00Z')
    await clock.send('2026-06-01T00:00:00Z') // is deleted while it advances, so it advances no further
    await shop.delete(`/test-clocks/${clock.id}`).expect(200)
    await clock.walk()

    expect(await timersOf(shop)).to.deep.equal([])
    for (const id of [open.id, reported.id])
      expect((await shop.get(`/checkouts/${id}`)).body.data.status).to.equal('expired')
    expect((await shop.get(`/invoices/${invoice.id}`)).body.data.status).to.equal('void')
    expect((await shop.get(`/payments?checkout_id=${reported.id}`)).body.data[0].status).to.equal('canceled')
    expect((await shop.get(`/subscriptions/${subscription}`)).body.data).to.include({
      status: 'canceled',
      cancellation_reason: 'immediately',
      ended_at: '2026-01-13T00:00:00.000000Z',
    })
    expect((await storyOf(shop)).slice(3)).to.deep.equal([
      '2026-01-13T00:00:00 checkout.expired',
      '2026-01-13T00:00:00 checkout.expired',
      '2026-01-13T00:00:00 payment.failed',
      '2026-01-13T00:00:00 invoice.void',
      '2026-01-13T00:00:00 subscription.canceled',
    ])
    // Compared, since other tests violate some invariants of the database on purpose.
    expect(await onConnection((sql) => checkInvariants(sql, { now: begun }))).to.deep.equal(before)
  })

  it('leaves no personal data of its customers', async () => {
    const shop = await givenMerchant()
    await givenMonthly(shop)
    const clock = await givenClock(shop, NOON)
    await clock.buy((await clock.givenCustomer({ name: 'Saraa' })).id, 'club')
    await clock.advance('2026-02-06T00:00:00Z')
    await shop.delete(`/test-clocks/${clock.id}`).expect(200)
    const kept = await onConnection((sql) =>
      Promise.all(
        ['customers', 'checkouts', 'payments', 'subscriptions', 'events', 'emails'].map((table) =>
          sql.rows(`SELECT * FROM ${table} WHERE project_id = ?`, [shop.projectId]),
        ),
      ),
    )
    expect(JSON.stringify(kept)).to.include('subscription.renewal_due').and.not.match(/saraa/i)
  })

  it('does not change other customers', async () => {
    const shop = await givenMerchant()
    const [clock, other] = [await givenClock(shop, NOON), await givenClock(shop, NOON)]
    const real = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
    const kept = await other.givenCustomer()
    const open = await other.givenCheckout({ ...tea(), customer_id: kept.id })
    await shop.delete(`/test-clocks/${clock.id}`).expect(200)
    await shop.get(`/customers/${real.id}`).expect(200)
    await shop.get(`/customers/${kept.id}`).expect(200)
    expect((await shop.get(`/checkouts/${open.id}`)).body.data.status).to.equal('open')
    expect((await timersOf(shop)).map(({ kind }) => kind)).to.deep.equal(['checkout.expire'])
  })
})
