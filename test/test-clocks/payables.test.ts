import { expect } from 'chai'
import { Customer } from '../support/customer.ts'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { eventsOf, givenClock, storyOf } from '../support/given/test-clock.ts'

const NOON = '2026-01-12T04:00:00Z'
const BANK = { enabled: true, bank_name: 'Khan', account_number: '5000123456', account_holder: 'Shop LLC' }

describe('a checkout on a test clock', () => {
  it('is created at the time of the clock, and expires two months later', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const { id } = await clock.givenCheckout({ ...tea(), customer_id: (await clock.givenCustomer()).id })
    expect((await shop.get(`/checkouts/${id}`)).body.data).to.include({
      status: 'open',
      created_at: '2026-01-12T04:00:00.000000Z',
      expires_at: '2026-03-12T04:00:00.000000Z',
    })
    const open = (await shop.get('/checkouts?status=open')).body.data
    expect(open.map((checkout: { id: number }) => checkout.id)).to.deep.equal([id])
  })

  it('validates its expires_at by the time of the clock', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, '2030-06-01T00:00:00Z')
    const { id: customer } = await clock.givenCustomer()
    const body = (expires: string) => ({ ...tea(), customer_id: customer, expires_at: expires })
    await shop.post('/checkouts', body('2030-06-02T00:00:00Z')).expect(201)
    const late = await shop.post('/checkouts', body(new Date(Date.now() + 86_400_000).toISOString()))
    expect(late.body.errors).to.have.all.keys('expires_at')
  })

  it('expires at the time of the clock, like its page', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const checkout = await clock.givenCheckout({ ...tea(), customer_id: (await clock.givenCustomer()).id })
    await clock.advance('2026-03-12T03:59:59Z')
    expect((await checkout.customer.get()).status).to.equal(200)
    await clock.advance('2026-03-13T00:00:00Z')
    expect((await checkout.customer.get()).status).to.equal(410)
    expect(await storyOf(shop)).to.deep.equal(['2026-03-12T04:00:00 checkout.expired'])
    expect((await shop.get('/checkouts?status=open')).body.data).to.deep.equal([])
  })

  it('restarts on the same clock after it has expired', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const checkout = await clock.givenCheckout({ ...tea(), customer_id: (await clock.givenCustomer()).id })
    await clock.advance('2026-04-01T00:00:00Z')
    const { headers } = await checkout.customer.press('start_again')
    await new Customer(headers.location!).pay()
    expect(await storyOf(shop)).to.deep.equal([
      '2026-03-12T04:00:00 checkout.expired',
      '2026-04-01T00:00:00 checkout.completed',
    ])
  })

  it('is paid at the time of the clock', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const { id, customer } = await clock.givenCheckout({
      ...tea(),
      customer_id: (await clock.givenCustomer()).id,
    })
    await clock.advance('2026-01-20T10:00:00Z')
    await customer.pay()
    expect((await shop.get(`/checkouts/${id}`)).body.data.paid_at).to.equal('2026-01-20T10:00:00.000000Z')
  })

  it('completes a delayed payment when the clock advances', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const { id, customer } = await clock.givenCheckout({
      ...tea(),
      customer_id: (await clock.givenCustomer()).id,
    })
    await customer.pay({ test_outcome: 'delayed' })
    expect((await shop.get(`/checkouts/${id}`)).body.data.status).to.equal('open')
    await clock.advance('2026-01-12T05:00:00Z')
    expect((await shop.get(`/checkouts/${id}`)).body.data).to.include({
      status: 'complete',
      paid_at: '2026-01-12T04:00:05.000000Z',
    })
  })

  it('reminds the merchant of a reported transfer at the time of the clock', async () => {
    const shop = await givenMerchant()
    await shop.patch('/', { payment_methods: { bank_transfer: BANK }, email: 'shop@example.com' }).expect(200)
    const clock = await givenClock(shop, NOON)
    const { id, customer } = await clock.givenCheckout({
      ...tea(),
      customer_id: (await clock.givenCustomer()).id,
    })
    await customer.pay({ payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    await clock.advance('2026-01-16T00:00:00Z')
    expect(await storyOf(shop)).to.deep.equal([
      '2026-01-12T04:00:00 payment.awaiting_verification',
      '2026-01-14T04:00:00 payment.verification_due',
      '2026-01-15T04:00:00 payment.verification_due',
    ])
    const [payment] = (await shop.get(`/payments?checkout_id=${id}`)).body.data
    expect(payment).to.deep.include({ status: 'pending', created_at: '2026-01-12T04:00:00.000000Z' })
    expect(payment.payable.status).to.equal('pending')
    await shop.post(`/payments/${payment.id}/confirm`).expect(200)
    expect((await shop.get(`/checkouts/${id}`)).body.data.paid_at).to.equal('2026-01-16T00:00:00.000000Z')
  })
})

describe('an invoice on a test clock', () => {
  it('is created, due and paid at the time of the clock', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, NOON)
    const order = { amount: 5_000, customer_id: (await clock.givenCustomer()).id }
    const invoice = (await shop.post('/invoices', order).expect(201)).body.data
    expect(invoice).to.include({
      created_at: '2026-01-12T04:00:00.000000Z',
      due_date: '2026-01-13T04:00:00.000000Z',
    })
    await clock.advance('2026-01-12T20:00:00Z')
    await new Customer(invoice.url).pay()
    expect((await shop.get(`/invoices/${invoice.id}`)).body.data.paid_at).to.equal(
      '2026-01-12T20:00:00.000000Z',
    )
    const [event] = await eventsOf(shop)
    expect(event).to.include({ type: 'invoice.paid', created_at: '2026-01-12T20:00:00.000000Z' })
  })

  it('is overdue on its page when the clock is past its due date', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, '2040-01-12T04:00:00Z')
    const order = { amount: 5_000, customer_id: (await clock.givenCustomer()).id }
    const customer = new Customer((await shop.post('/invoices', order).expect(201)).body.data.url)
    expect((await customer.get()).text).to.not.match(/overdue|was due/i)
    await clock.advance('2040-01-20T00:00:00Z')
    expect((await customer.get()).text).to.match(/overdue|was due/i)
  })
})
