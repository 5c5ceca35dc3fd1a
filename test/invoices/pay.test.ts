import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import request from 'supertest'
import { DAY, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { succeedPayment } from '../../common/services/payments/finish.ts'
import { lockPayment } from '../../common/services/payments/lock.ts'
import { cachedProject } from '../../common/services/projects/cache.ts'
import { atomically } from '../../worker/atomically.ts'
import { app } from '../support/ask.ts'
import { travelTo } from '../support/due.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

const statuses = async (id: number) => (await paymentsOf(id, 'invoice')).map(({ status }) => status)

/** Marks a payment as paid, as a gateway would. */
async function receiveMoney(shop: Merchant, paymentId: number): Promise<void> {
  const project = (await cachedProject(shop.projectId))!
  await atomically(async (tx) => {
    const scope = { project, isTest: true }
    await succeedPayment(tx, scope, await lockPayment(tx, scope, paymentId))
  })
}

describe('paying an invoice on its page', () => {
  it('marks it as paid, with one event and one receipt to the address that was typed', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenInvoice(shop, { description: 'Consulting' })
    expect((await customer.get()).text)
      .to.contain('Consulting')
      .and.contain('INV-0001')
    expect((await customer.pay()).status).to.equal(303)
    const paid = await retrieve()
    expect(paid).to.include({
      status: 'paid',
      payment_method: 'test',
      receipt_number: 'R-000001',
      customer_email: 'bat@example.com',
      customer_id: null,
    })
    expect(paid.paid_at).to.be.a('string')
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.paid'])
    expect(await emailsFor(`invoice-${id}`)).to.deep.equal(['receipt'])
    const page = await customer.get()
    expect(page.status).to.equal(200)
    expect(page.text).to.contain('INV-0001').and.contain('data-state="receipt"')
    const events = await shop.get(`/events?object=invoice&object_id=${id}`)
    expect(events.body.data[0].data.object).to.deep.equal(paid)
  })

  it('asks for an email address only if none is known, and does not require one', async () => {
    const shop = await givenMerchant()
    const known = await givenInvoice(shop, { customer_email: 'saraa@example.com' })
    expect((await known.customer.get()).text).not.to.contain('name="email"')
    await known.customer.pay({ email: 'eve@else.example' })
    expect(await known.retrieve()).to.include({ status: 'paid', customer_email: 'saraa@example.com' })

    const unknown = await givenInvoice(shop)
    expect((await unknown.customer.get()).text).to.contain('name="email"')
    await unknown.customer.pay({ email: '' })
    expect(await unknown.retrieve()).to.include({ status: 'paid', customer_email: null })
    expect(await emailsFor(`invoice-${unknown.id}`)).to.deep.equal([])
  })

  it('shows an error next to the field, and keeps the typed values', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenInvoice(shop)
    const answer = await customer.pay({ email: 'bat@nowhere', test_outcome: 'maybe' })
    expect(answer.status).to.equal(422)
    expect(answer.text).to.contain('value="bat@nowhere"').and.contain('aria-invalid="true"')
    expect((await retrieve()).status).to.equal('open')
  })

  it('lets the customer correct a mistyped address after a declined payment', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenInvoice(shop)
    await customer.pay({ email: 'bat@exampel.com', test_outcome: 'declined' })
    const page = await customer.get()
    expect(page.text)
      .to.match(/declined/i)
      .and.contain('value="bat@exampel.com"')
    await customer.pay({ email: 'bat@example.com' }, page)
    expect(await retrieve()).to.include({ status: 'paid', customer_email: 'bat@example.com' })
    expect(await statuses(id)).to.deep.equal(['failed', 'paid'])
  })

  it('saves the typed address for an attached customer who had none', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { client_reference_id: 'u1' })).body.data
    const { customer } = await givenInvoice(shop, { customer_id: id })
    await customer.pay()
    expect((await shop.get(`/customers/${id}`)).body.data.email).to.equal('bat@example.com')
  })

  it('happens once if 50 requests arrive at the same time', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenInvoice(shop)
    const page = await customer.get()
    const answers = await Promise.all(Array.from({ length: 50 }, () => customer.pay({}, page)))
    // A busy machine may ask some of them to repeat.
    const refused = answers.filter(({ status }) => status !== 303)
    expect(refused.map(({ status }) => status)).to.deep.equal(refused.map(() => 429))
    expect(refused.length).to.be.below(50)
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.paid'])
    expect(await emailsFor(`invoice-${id}`)).to.deep.equal(['receipt'])
    expect(await statuses(id)).to.deep.equal(['paid'])
  })

  it('is possible 400 days after it was created', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenInvoice(shop)
    await travelTo(shop.projectId, later(new Date(), 400 * DAY))
    const page = await customer.get()
    expect(page.status).to.equal(200)
    expect(page.text).to.contain('It can still be paid')
    await customer.pay({}, page)
    expect((await retrieve()).status).to.equal('paid')
  })

  it('completes a delayed payment after five seconds, and cancels one that never ends', async () => {
    const shop = await givenMerchant()
    const delayed = await givenInvoice(shop)
    const never = await givenInvoice(shop)
    await delayed.customer.pay({ test_outcome: 'delayed' })
    await never.customer.pay({ test_outcome: 'never' })
    expect((await delayed.customer.get()).text).to.contain('data-state="processing"')
    await travelTo(shop.projectId, later(new Date(), 6 * SECOND))
    expect((await delayed.retrieve()).status).to.equal('paid')
    await travelTo(shop.projectId, later(new Date(), 31 * MINUTE))
    expect(await statuses(never.id)).to.deep.equal(['canceled'])
    expect((await never.retrieve()).status).to.equal('open')
  })

  it('replaces an unfinished payment by a new attempt', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenInvoice(shop)
    await customer.pay({ test_outcome: 'never' })
    await customer.pay({ test_outcome: 'succeeds' }, await customer.get('?choose=1'))
    expect(await statuses(id)).to.deep.equal(['canceled', 'paid'])
  })

  it('flags a second payment, and one for a void invoice, for refund', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenInvoice(shop)
    await customer.pay({ test_outcome: 'never' })
    await customer.pay({}, await customer.get('?choose=1'))
    const [first, second] = await paymentsOf(id, 'invoice')
    for (const { id: paymentId } of [first!, first!, second!]) await receiveMoney(shop, paymentId)
    expect(await statuses(id)).to.deep.equal(['refund_required', 'paid'])
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.paid'])

    const voided = await givenInvoice(shop)
    await voided.customer.pay({ test_outcome: 'never' })
    await shop.post(`/invoices/${voided.id}/void`).expect(200)
    const [late] = await paymentsOf(voided.id, 'invoice')
    expect(late!.status).to.equal('canceled')
    await receiveMoney(shop, late!.id)
    expect(await statuses(voided.id)).to.deep.equal(['refund_required'])
    expect((await voided.retrieve()).status).to.equal('void')
    expect(await eventsOf('invoice', voided.id)).to.deep.equal(['invoice.void'])
  })

  it('shows a void invoice as void and starts no payment for it', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenInvoice(shop)
    const page = await customer.get()
    await shop.post(`/invoices/${id}/void`).expect(200)
    await customer.pay({}, page)
    expect((await customer.get()).text).to.contain('data-state="void"')
    expect(await statuses(id)).to.deep.equal([])
  })

  it('and a void at the same time never both succeed', async () => {
    const shop = await givenMerchant()
    const ends = { paid: 0, void: 0 }
    let paying = 50 // milliseconds that the last payment took
    for (let round = 0; round < 30; round += 1) {
      const { id, customer, retrieve } = await givenInvoice(shop)
      const page = await customer.get()
      // From a void that is long done to a payment that is long done, so that neither side always wins.
      const lead = ((round % 11) - 5) * (paying / 3)
      const voiding = async () => {
        if (lead > 0) await pause(lead)
        return shop.post(`/invoices/${id}/void`)
      }
      const pay = async () => {
        if (lead < 0) await pause(-lead)
        const begun = performance.now()
        await customer.pay({}, page)
        paying = performance.now() - begun
      }
      const [voided] = await Promise.all([voiding(), pay()])
      const status = (await retrieve()).status as 'paid' | 'void'
      ends[status] += 1
      expect(await eventsOf('invoice', id)).to.deep.equal([`invoice.${status}`])
      expect(await statuses(id)).to.deep.equal(status === 'paid' ? ['paid'] : [])
      expect(voided.status).to.equal(status === 'paid' ? 409 : 200)
    }
    expect([ends.paid > 0, ends.void > 0], 'each side has won at least once').to.deep.equal([true, true])
  })
})

describe('the page of an invoice', () => {
  it('is not found for a wrong id or token', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenInvoice(shop)
    const { pathname } = new URL((await retrieve()).url)
    expect((await request(app).get(pathname)).status).to.equal(200)
    for (const path of [`/i/${id}/${'x'.repeat(22)}`, pathname.replace(`/${id}/`, `/${id + 1}/`), `/i/x/y`])
      expect((await request(app).get(path)).status).to.equal(404)
  })

  it('has the same security headers and form token as the page of a checkout', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenInvoice(shop)
    const { headers } = await customer.get()
    expect(headers['content-security-policy']).to.contain("default-src 'none'")
    expect(headers).to.include({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    expect((await customer.pay({ form_token: 'guessed' })).status).to.equal(403)
    expect((await retrieve()).status).to.equal('open')
  })

  it('does not change the invoice when it is opened', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenInvoice(shop)
    const before = await retrieve()
    const { pathname } = new URL(before.url)
    for (const query of ['', '?canceled=1', '?choose=1', '?receipt=1', '?action=pay&payment_method=test']) {
      expect((await customer.get(query)).status).to.equal(200)
      expect((await request(app).head(pathname + query)).status).to.equal(200)
    }
    expect(await retrieve()).to.deep.equal(before)
    expect(await statuses(id)).to.deep.equal([])
  })

  it('links to the merchant after payment and after cancellation', async () => {
    const shop = await givenMerchant()
    const success_url = 'https://shop.example/thanks'
    const cancel_url = 'https://shop.example/cart'
    const { customer } = await givenInvoice(shop, { success_url, cancel_url })
    const left = await customer.press('cancel')
    expect(left.status).to.equal(303)
    expect(left.headers.location).to.contain('canceled=1')
    expect((await customer.get('?canceled=1')).text).to.contain(cancel_url)
    await customer.pay()
    expect((await customer.get()).text).to.contain(success_url)
  })

  it('starts no payment if no method is offered', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id, customer, retrieve } = await givenInvoice(shop.live)
    await shop.patch('', { payment_methods: { bank_transfer: { enabled: false } } }).expect(200)
    await customer.pay({ payment_method: 'bank_transfer' })
    expect((await shop.live.get(`/invoices/${id}`)).body.data.status).to.equal('open')
    expect(await retrieve()).to.include({ is_test: false })
  })
})
