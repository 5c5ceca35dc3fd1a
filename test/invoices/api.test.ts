import { expect } from 'chai'
import { DAY, iso, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { eventsOf } from '../support/stored.ts'

describe('creating an invoice', () => {
  const now = new Date('2026-08-12T11:04:00Z')

  it('opens it at once, with a number, a page and a due date', async () => {
    setClock(() => now)
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/invoices', { amount: 180_000 })
    expect(status).to.equal(201)
    const { id, url, ...others } = body.data
    expect(url).to.match(new RegExp(`/i/${id}/[\\w-]{22}$`))
    expect(others).to.deep.equal({
      project_id: shop.projectId,
      status: 'open',
      number: 'INV-0001',
      amount: 180_000,
      currency: 'MNT',
      description: null,
      client_reference_id: null,
      customer_id: null,
      customer_email: null,
      due_date: iso(later(now, DAY)),
      sent_at: null,
      sent_to: null,
      success_url: null,
      cancel_url: null,
      locale: 'auto',
      payment_method: null,
      paid_at: null,
      receipt_number: null,
      metadata: {},
      is_test: true,
      created_at: iso(now),
      updated_at: iso(now),
    })
    expect((await shop.get(`/invoices/${id}`)).body).to.deep.equal(body)
  })

  it('keeps every field of the request', async () => {
    const shop = await givenMerchant()
    const given = {
      amount: 1,
      description: 'Consulting\nin August',
      client_reference_id: 'x'.repeat(191),
      success_url: 'https://shop.example/thanks',
      cancel_url: 'https://shop.example/',
      locale: 'mn',
      metadata: { order: '7' },
    }
    const { body } = await shop.post('/invoices', { ...given, due_date: '2026-09-01T00:00:00+08:00' })
    expect(body.data).to.deep.include({ ...given, due_date: '2026-08-31T16:00:00.000000Z' })
  })

  it('attaches the customer with the given id or email address', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { email: 'bat@example.com' })).body.data
    const byId = await shop.post('/invoices', { amount: 5, customer_id: id })
    expect(byId.body.data).to.include({ customer_id: id, customer_email: 'bat@example.com' })
    const byEmail = await shop.post('/invoices', { amount: 5, customer_email: 'Bat@Example.com' })
    expect(byEmail.body.data).to.include({ customer_id: id, customer_email: 'Bat@Example.com' })
    await acceptTransfers(shop)
    const live = await shop.live.post('/invoices', { amount: 5, customer_id: id })
    expect(live.body.code).to.equal('customer_not_found')
  })

  const bounds: [field: string, value: unknown, status: number, because: string][] = [
    ['amount', 0, 422, 'the amount must be above 0'],
    ['amount', 1, 201, 'the minimum'],
    ['amount', 999_999_999_999, 201, 'the maximum'],
    ['amount', 1_000_000_000_000, 422, 'one above the maximum'],
    ['amount', 1.5, 422, 'amounts are whole'],
    ['amount', '100', 422, 'a string is not a number'],
    ['amount', null, 422, 'it is required'],
    ['description', '😀'.repeat(1000), 201, 'counted in code points'],
    ['description', '😀'.repeat(1001), 422, 'one code point too long'],
    ['client_reference_id', 'x'.repeat(192), 422, 'one character too long'],
    ['customer_id', 0, 422, 'ids begin at 1'],
    ['customer_id', 999_999, 422, 'no customer has this id'],
    ['customer_email', 'bat@nowhere', 422, 'not an email address'],
    ['auto_advance', 'false', 422, 'a string is not a boolean'],
    ['due_date', '2026-02-30T00:00:00Z', 422, 'no such day'],
    ['due_date', '2020-01-01T00:00:00Z', 201, 'an invoice may be overdue from the start'],
    ['success_url', 'shop.example', 422, 'not a URL'],
    ['cancel_url', 'ftp://shop.example', 422, 'not http or https'],
    ['locale', 'de', 422, 'the pages have no such language'],
    ['metadata', { key: 5 }, 422, 'values must be strings'],
    ['number', 'INV-0099', 422, 'the caller cannot set the number'],
  ]
  for (const [field, value, status, because] of bounds) {
    const shown = JSON.stringify(value).slice(0, 40)
    it(`returns ${status} for ${field} ${shown}: ${because}`, async () => {
      const shop = await givenMerchant()
      const answer = await shop.post('/invoices', { amount: 5, [field]: value })
      expect(answer.status).to.equal(status)
      const faulty = Object.keys((answer.body.errors ?? {}) as object).map((path) => path.split('.')[0])
      expect(faulty).to.deep.equal(status === 422 ? [field] : [])
    })
  }

  it('reports all problems at once, including a customer who does not exist', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/invoices', { amount: 0, customer_id: 999_999, colour: 'red' })
    expect(body.errors).to.have.all.keys('amount', 'customer_id', 'colour')
  })

  it('creates one invoice per Idempotency-Key', async () => {
    const shop = await givenMerchant()
    const post = () => shop.post('/invoices', { amount: 5 }).set('Idempotency-Key', 'once')
    const answers = await Promise.all(Array.from({ length: 8 }, post))
    expect(new Set(answers.map(({ text }) => text)).size).to.equal(1)
    expect((await shop.get('/invoices')).body.meta.total).to.equal(1)
    expect((await shop.post('/invoices', { amount: 5 })).body.data.number).to.equal('INV-0002')
  })
})

describe('a draft', () => {
  it('has no number and no page, and sets its due date when it opens', async () => {
    const shop = await givenMerchant()
    const start = new Date('2026-08-12T11:04:00Z')
    setClock(() => start)
    const { id, retrieve } = await givenInvoice(shop, { auto_advance: false })
    expect(await retrieve()).to.include({ status: 'draft', number: null, url: null })
    expect(await retrieve()).to.include({ due_date: iso(later(start, DAY)) })

    const opening = later(start, 3 * DAY)
    setClock(() => opening)
    const { status, body } = await shop.post(`/invoices/${id}/finalize`)
    expect(status).to.equal(200)
    expect(body.data).to.include({ status: 'open', number: 'INV-0001', due_date: iso(later(opening, DAY)) })
    expect(body.data.url).to.contain(`/i/${id}/`)
    const again = await shop.post(`/invoices/${id}/finalize`)
    expect([again.status, again.body.code]).to.deep.equal([409, 'invoice_not_draft'])
    const deleted = await shop.delete(`/invoices/${id}`)
    expect([deleted.status, deleted.body.code]).to.deep.equal([409, 'invoice_not_draft'])
    expect(deleted.body.message).to.include('open').and.to.include(`void it: POST /invoices/${id}/void`)
    expect(again.body.message).to.include('Send the customer to its url, or void it.')
  })

  it('keeps the due date of the request when it opens', async () => {
    const shop = await givenMerchant()
    const due_date = '2026-12-24T00:00:00.000000Z'
    const { id } = await givenInvoice(shop, { auto_advance: false, due_date })
    expect((await shop.post(`/invoices/${id}/finalize`)).body.data).to.include({ due_date })
  })

  it('can be deleted without using up a number', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop, { auto_advance: false })
    const { status, body } = await shop.delete(`/invoices/${id}`)
    expect(status).to.equal(200)
    expect(body.data).to.have.all.keys('id', 'deleted_at').and.to.include({ id })
    expect((await shop.get(`/invoices/${id}`)).status).to.equal(404)
    expect((await shop.delete(`/invoices/${id}`)).status).to.equal(404)
    expect((await shop.get('/invoices')).body.data).to.deep.equal([])
    expect((await shop.post('/invoices', { amount: 5 })).body.data.number).to.equal('INV-0001')
  })

  it('is either numbered or deleted if both are requested at the same time', async () => {
    const shop = await givenMerchant()
    for (let round = 0; round < 20; round += 1) {
      const { id } = await givenInvoice(shop, { auto_advance: false })
      const [opened, deleted] = await Promise.all([
        shop.post(`/invoices/${id}/finalize`),
        shop.delete(`/invoices/${id}`),
      ])
      const ends = [opened.status, deleted.status]
      expect([
        [200, 409],
        [404, 200],
      ]).to.deep.include(ends)
    }
  })
})

describe('voiding an invoice', () => {
  it('closes it permanently, with one event, and keeps its number', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenInvoice(shop)
    const { status, body } = await shop.post(`/invoices/${id}/void`)
    expect(status).to.equal(200)
    expect(body.data).to.include({ status: 'void', number: 'INV-0001' })
    const again = await shop.post(`/invoices/${id}/void`)
    expect([again.status, again.body.code]).to.deep.equal([409, 'invoice_not_open'])
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.void'])
    expect(await retrieve()).to.deep.equal(body.data)
  })

  it('is rejected for a draft, which must be deleted instead', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop, { auto_advance: false })
    const { status, body } = await shop.post(`/invoices/${id}/void`)
    expect([status, body.code]).to.deep.equal([409, 'invoice_not_open'])
  })
})

describe('invoices', () => {
  it('are listed newest first and filtered by status, customer and reference', async () => {
    const shop = await givenMerchant()
    const { id: customer_id } = (await shop.post('/customers', { email: 'bat@example.com' })).body.data
    const first = await givenInvoice(shop, { customer_id })
    const second = await givenInvoice(shop, { client_reference_id: 'order-7' })
    const third = await givenInvoice(shop, { auto_advance: false })
    await acceptTransfers(shop)
    await shop.live.post('/invoices', { amount: 5 }).expect(201)
    const ids = async (query: string) =>
      (await shop.get(`/invoices${query}`)).body.data.map(({ id }: { id: number }) => id)
    expect(await ids('')).to.deep.equal([third.id, second.id, first.id])
    expect(await ids('?status=open')).to.deep.equal([second.id, first.id])
    expect(await ids('?status=draft')).to.deep.equal([third.id])
    expect(await ids('?status=paid')).to.deep.equal([])
    expect(await ids(`?customer_id=${customer_id}`)).to.deep.equal([first.id])
    expect(await ids('?client_reference_id=order-7')).to.deep.equal([second.id])
    expect(await ids('?client_reference_id=ORDER-7')).to.deep.equal([])
    const wrong = await shop.get('/invoices?status=late&page=0')
    expect(wrong.body.errors).to.have.all.keys('status', 'page')
  })

  it('are not found in another mode or project', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop)
    const stranger = await givenMerchant()
    for (const other of [shop.live, stranger]) {
      expect((await other.get(`/invoices/${id}`)).status).to.equal(404)
      for (const verb of ['finalize', 'void'])
        expect((await other.post(`/invoices/${id}/${verb}`)).status).to.equal(404)
      expect((await other.delete(`/invoices/${id}`)).status).to.equal(404)
    }
    expect((await shop.get(`/invoices/${id}`)).body.data.status).to.equal('open')
  })

  it('lose the email address of a deleted customer', async () => {
    const shop = await givenMerchant()
    const { id: customer_id } = (await shop.post('/customers', { email: 'bat@example.com' })).body.data
    const { id, customer, retrieve } = await givenInvoice(shop, { customer_id })
    await customer.pay()
    expect(JSON.stringify((await shop.get(`/payments?invoice_id=${id}`)).body)).to.contain('bat@example.com')
    await shop.delete(`/customers/${customer_id}`).expect(200)
    expect(await retrieve()).to.include({
      status: 'paid',
      amount: 180_000,
      customer_id,
      customer_email: null,
    })
    const payments = await shop.get(`/payments?invoice_id=${id}`)
    expect(payments.body.data[0]).to.include({ status: 'paid', customer_email: null })
    const events = await shop.get(`/events?object=invoice&object_id=${id}`)
    expect(events.body.data).to.have.lengthOf(1)
    expect(JSON.stringify(events.body)).not.to.contain('bat@example.com')
  })
})
