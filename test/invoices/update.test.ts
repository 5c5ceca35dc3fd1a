import { expect } from 'chai'
import type { Response } from 'supertest'
import { DAY, iso, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { linedUp } from '../support/line-up.ts'
import { eventsOf } from '../support/stored.ts'

async function givenDraft(body: object = {}, merchant?: Merchant) {
  const shop = merchant ?? (await givenMerchant())
  const invoice = await givenInvoice(shop, { auto_advance: false, ...body })
  const change = (changes: object) => shop.patch(`/invoices/${invoice.id}`, changes)
  return { shop, change, ...invoice }
}

async function givenCustomer(shop: Merchant, email: string): Promise<number> {
  const { body } = await shop.post('/customers', { email }).expect(201)
  return (body as { data: { id: number } }).data.id
}

describe('changing a draft', () => {
  afterEach(() => setClock())

  const fields: [field: string, before: unknown, after: unknown][] = [
    ['amount', 180_000, 1],
    ['description', 'Consulting', 'Consulting\nin August'],
    ['description', 'Consulting', null],
    ['client_reference_id', 'order-7', 'order-8'],
    ['client_reference_id', 'order-7', null],
    ['due_date', '2026-12-24T00:00:00.000000Z', '2026-12-31T00:00:00.000000Z'],
    ['success_url', 'https://shop.example/thanks', 'https://shop.example/paid'],
    ['success_url', 'https://shop.example/thanks', null],
    ['cancel_url', 'https://shop.example/', null],
    ['locale', 'en', 'mn'],
    ['metadata', { order: '7' }, { order: '8', till: '2' }],
  ]
  for (const [field, before, after] of fields)
    it(`sets ${field} to ${JSON.stringify(after)}, and leaves the other fields as they are`, async () => {
      const { change, retrieve } = await givenDraft({ [field]: before })
      const { updated_at: _, ...former } = await retrieve()
      const { status, body } = await change({ [field]: after })
      expect(status, JSON.stringify(body)).to.equal(200)
      expect(body.data).to.deep.include({ ...former, [field]: after })
      expect(await retrieve()).to.deep.equal(body.data)
    })

  it('clears the metadata, and the due date: the invoice is due a day after it opens', async () => {
    const start = new Date('2026-08-12T11:04:00Z')
    setClock(() => start)
    const { shop, id, change } = await givenDraft({
      ...{ metadata: { order: '7' }, due_date: '2026-12-24T00:00:00Z' },
    })
    const { body } = await change({ metadata: null, due_date: null })
    expect(body.data).to.deep.include({ metadata: {}, due_date: iso(later(start, DAY)) })
    const opening = later(start, 3 * DAY)
    setClock(() => opening)
    const opened = await shop.post(`/invoices/${id}/finalize`).expect(200)
    expect(opened.body.data).to.include({ due_date: iso(later(opening, DAY)) })
  })

  const refused: [field: string, value: unknown, because: string][] = [
    ['amount', 0, 'the amount must be above 0'],
    ['amount', 1_000_000_000_000, 'one above the maximum'],
    ['amount', '100', 'a string is not a number'],
    ['amount', null, 'it is required'],
    ['description', '😀'.repeat(1001), 'one code point too long'],
    ['client_reference_id', 'x'.repeat(192), 'one character too long'],
    ['customer_id', 0, 'ids begin at 1'],
    ['customer_id', 999_999, 'no customer has this id'],
    ['customer_email', 'bat@nowhere', 'not an email address'],
    ['auto_advance', true, 'a draft is opened by finalize'],
    ['due_date', '2026-02-30T00:00:00Z', 'no such day'],
    ['success_url', 'shop.example', 'not a URL'],
    ['cancel_url', 'ftp://shop.example', 'not http or https'],
    ['locale', 'de', 'the pages have no such language'],
    ['locale', null, 'it always has a value'],
    ['metadata', { key: 5 }, 'values must be strings'],
    ['number', 'INV-0099', 'the caller cannot set the number'],
    ['status', 'open', 'the status follows from what is done'],
    ['currency', 'USD', 'the currency is the project’s'],
  ]
  for (const [field, value, because] of refused) {
    const shown = JSON.stringify(value).slice(0, 40)
    it(`refuses ${field} ${shown}, and changes nothing: ${because}`, async () => {
      const { change, retrieve } = await givenDraft()
      const before = await retrieve()
      const { status, body } = await change({ description: 'Tea', [field]: value })
      expect(status).to.equal(422)
      const faulty = Object.keys((body as { errors: object }).errors).map((path) => path.split('.')[0])
      expect(faulty).to.deep.equal([field])
      expect(await retrieve()).to.deep.equal(before)
    })
  }

  it('reports all problems at once, including a customer who does not exist', async () => {
    const { change } = await givenDraft()
    const { body } = await change({ amount: 0, customer_id: 999_999, colour: 'red' })
    expect(body.errors).to.have.all.keys('amount', 'customer_id', 'colour')
  })

  it('records each change in the audit log, with both values, except the values of the address', async () => {
    const { shop, id, change } = await givenDraft({ description: 'Tea', customer_email: 'bat@example.com' })
    await change({ amount: 5, description: 'Green tea', customer_email: 'saraa@example.com' }).expect(200)
    const { body } = await shop.get(`/audit-log?object=invoice&object_id=${id}`).expect(200)
    expect(body.data[0]).to.deep.include({
      ...{ operation: 'updateInvoice', change: 'updated' },
      changes: [
        { field: 'amount', from: 180_000, to: 5 },
        { field: 'description', from: 'Tea', to: 'Green tea' },
        { field: 'customer_email' },
      ],
    })
    expect(await eventsOf('invoice', id), 'no event says that an invoice was updated').to.deep.equal([])
  })

  it('opens with the fields of the last change', async () => {
    const { shop, id, change } = await givenDraft()
    await change({ amount: 7, description: 'Tea' }).expect(200)
    const { body } = await shop.post(`/invoices/${id}/finalize`).expect(200)
    expect(body.data).to.include({ amount: 7, description: 'Tea', status: 'open', number: 'INV-0001' })
  })

  it('is not possible in another mode or project', async () => {
    const { shop, id, retrieve } = await givenDraft()
    const before = await retrieve()
    for (const other of [shop.live, await givenMerchant()])
      expect((await other.patch(`/invoices/${id}`, { amount: 5 })).status).to.equal(404)
    expect(await retrieve()).to.deep.equal(before)
  })
})

describe('the customer of a draft', () => {
  it('is another one by id, with their address, or with the given one', async () => {
    const { shop, change } = await givenDraft({ customer_email: 'bat@example.com' })
    const saraa = await givenCustomer(shop, 'saraa@example.com')
    const byId = (await change({ customer_id: saraa })).body.data
    expect(byId).to.include({ customer_id: saraa, customer_email: 'saraa@example.com' })
    const both = (await change({ customer_id: saraa, customer_email: 'office@example.com' })).body.data
    expect(both).to.include({ customer_id: saraa, customer_email: 'office@example.com' })
    const same = (await change({ customer_id: saraa })).body.data
    expect(same, 'the address of the same customer').to.include({ customer_email: 'office@example.com' })
  })

  it('stays if only the address changes', async () => {
    const { shop, change, retrieve } = await givenDraft({ customer_email: 'bat@example.com' })
    const { customer_id } = await retrieve()
    await givenCustomer(shop, 'saraa@example.com')
    expect((await change({ customer_email: 'saraa@example.com' })).body.data).to.include({
      ...{ customer_id, customer_email: 'saraa@example.com' },
    })
    expect((await change({ customer_email: null })).body.data).to.include({
      ...{ customer_id, customer_email: null },
    })
  })

  it('is attached or created by the address if the draft had no customer, or if they are removed', async () => {
    const { shop, change } = await givenDraft()
    const created = (await change({ customer_email: 'bat@example.com' })).body.data
    expect(created.customer_id).to.be.a('number')
    const saraa = await givenCustomer(shop, 'saraa@example.com')
    const moved = (await change({ customer_id: null, customer_email: 'Saraa@example.com' })).body.data
    expect(moved).to.include({ customer_id: saraa, customer_email: 'Saraa@example.com' })
    const removed = (await change({ customer_id: null })).body.data
    expect(removed).to.include({ customer_id: null, customer_email: null })
  })

  it('gets no new address after an erasure: another customer is created with it', async () => {
    const { shop, change, retrieve } = await givenDraft({ customer_email: 'bat@example.com' })
    const { customer_id: erased } = await retrieve()
    await shop.delete(`/customers/${erased}`).expect(200)
    const { body } = await change({ customer_email: 'bat@example.com' }).expect(200)
    expect(body.data.customer_email).to.equal('bat@example.com')
    expect(body.data.customer_id).to.be.a('number').and.not.equal(erased)
    expect((await change({ customer_id: erased })).body.code).to.equal('customer_not_found')
  })

  it('is on the same test clock as before', async () => {
    const shop = await givenMerchant()
    const clock = await givenClock(shop, '2030-01-12T04:00:00Z')
    const first = await clock.givenCustomer()
    const second = await clock.givenCustomer()
    const { change } = await givenDraft({ customer_id: first.id }, shop)
    expect((await change({ customer_id: second.id })).body.data).to.include({ customer_id: second.id })
    const bat = await givenCustomer(shop, 'bat@example.com')
    for (const customer_id of [bat, null])
      expect((await change({ customer_id })).body.errors).to.have.all.keys('customer_id')
    const inRealTime = await givenDraft({}, shop)
    expect((await inRealTime.change({ customer_id: first.id })).body.errors).to.have.all.keys('customer_id')
  })
})

describe('changing an invoice that is not a draft', () => {
  it('is refused with what to do instead, and changes nothing', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenInvoice(shop)
    const before = await retrieve()
    for (const changes of [
      { amount: 5 },
      { customer_email: 'bat@example.com' },
      { metadata: {}, locale: 'mn' },
    ]) {
      const { status, body } = await shop.patch(`/invoices/${id}`, changes)
      expect([status, body.code]).to.deep.equal([409, 'invoice_not_draft'])
      expect(body.message).to.include(`void it and create another: POST /invoices/${id}/void`)
    }
    expect((await shop.patch(`/invoices/${id}`, { amount: 0 })).status, 'the body comes first').to.equal(422)
    expect(await retrieve()).to.deep.equal(before)
  })

  it('can replace the metadata, in every status', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop)
    const change = async (metadata: object | null) =>
      (await shop.patch(`/invoices/${id}`, { metadata }).expect(200)).body.data
    expect(await change({ order: '7' })).to.deep.include({ status: 'open', metadata: { order: '7' } })
    await shop.post(`/invoices/${id}/void`).expect(200)
    expect(await change(null)).to.deep.include({ status: 'void', metadata: {} })
  })
})

describe('changing a draft while something else happens to it', () => {
  it('keeps both changes of two at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { change, retrieve } = await givenDraft()
      const both = await Promise.all([change({ amount: 5 }), change({ description: 'Tea' })])
      expect(both.map(({ status }) => status)).to.deep.equal([200, 200])
      expect(await retrieve()).to.include({ amount: 5, description: 'Tea' })
    }
  })

  it('comes before finalize, or is refused', async () => {
    const shop = await givenMerchant()
    for (let round = 0; round < 20; round += 1) {
      const { id, change, retrieve } = await givenDraft({}, shop)
      const finalize = () => shop.post(`/invoices/${id}/finalize`)
      const [first, second] =
        round % 2 ? [change({ amount: 5 }), finalize()] : [finalize(), change({ amount: 5 })]
      const answers = await Promise.all([first, second])
      const [changed, opened] = round % 2 ? answers : [answers[1], answers[0]]
      expect(opened.status).to.equal(200)
      expect([200, 409]).to.include(changed.status)
      const amount = changed.status === 200 ? 5 : 180_000
      expect(opened.body.data.amount, 'of the opened invoice').to.equal(amount)
      expect(await retrieve()).to.include({ amount, status: 'open' })
    }
  })

  it('attaches no customer who is being erased', async () => {
    const { shop, change, retrieve } = await givenDraft()
    const bat = await givenCustomer(shop, 'bat@example.com')
    const [erased, changed] = await linedUp<Response>(
      bat,
      () => shop.delete(`/customers/${bat}`),
      () => change({ customer_id: bat }),
    )
    expect([erased!.status, changed!.status, changed!.body.code]).to.deep.equal([
      200,
      422,
      'customer_not_found',
    ])
    expect(await retrieve()).to.include({ customer_id: null, customer_email: null })
  })

  it('loses the address that a change has given if the customer is erased after it', async () => {
    const { shop, change, retrieve } = await givenDraft()
    const bat = await givenCustomer(shop, 'bat@example.com')
    const [changed, erased] = await linedUp<Response>(
      bat,
      () => change({ customer_id: bat }),
      () => shop.delete(`/customers/${bat}`),
    )
    expect([changed!.status, erased!.status]).to.deep.equal([200, 200])
    expect(await retrieve()).to.include({ customer_id: bat, customer_email: null })
  })

  it('exchanges the customers of two drafts without an error', async () => {
    const shop = await givenMerchant()
    const [bat, saraa] = [
      await givenCustomer(shop, 'bat@example.com'),
      await givenCustomer(shop, 'saraa@example.com'),
    ]
    const one = await givenDraft({ customer_id: bat }, shop)
    const other = await givenDraft({ customer_id: saraa }, shop)
    for (const [first, second] of [
      [saraa, bat],
      [bat, saraa],
    ]) {
      const answers = await Promise.all([
        one.change({ customer_id: first }),
        other.change({ customer_id: second }),
      ])
      expect(answers.map(({ status }) => status)).to.deep.equal([200, 200])
    }
    expect(await one.retrieve()).to.include({ customer_email: 'bat@example.com' })
  })
})
