import { expect } from 'chai'
import type { InvoiceObject } from '../../common/domain/invoices/object.ts'
import { withPlainSpaces } from '../../common/kit/format.ts'
import { DAY, HOUR, iso, later, MINUTE } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { onConnection } from '../../db/sql.ts'
import { startPost } from '../emails/post.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { givenClock } from '../support/given/test-clock.ts'
import { paymentsOf } from '../support/stored.ts'

const NOW = new Date('2026-08-12T11:04:00Z')
const SARAA = { customer_email: 'saraa@example.com' }

const send = (shop: Merchant, id: number) => shop.post(`/invoices/${id}/send`)

/** Returns the emails of invoices, oldest first. */
const emailsOf = ({ projectId }: Merchant) =>
  onConnection((sql) =>
    sql.rows<{ recipient: string; status: string; locale: string; words: string }>(
      "SELECT recipient, status, locale, words FROM emails WHERE project_id = ? AND kind = 'invoice' ORDER BY id",
      [projectId],
    ),
  )
const recipientsOf = async (shop: Merchant) => (await emailsOf(shop)).map(({ recipient }) => recipient)

describe('POST /invoices/:id/send', () => {
  let now = NOW
  beforeEach(() => {
    now = NOW
    setClock(() => now)
  })
  afterEach(() => setClock())

  describe('emails the invoice', () => {
    let post: Awaited<ReturnType<typeof startPost>>
    before(async () => {
      post = await startPost()
    })
    after(() => post.close())

    it('with its number, amount, due date and link, and records when and to whom', async () => {
      const shop = await givenMerchant({ name: 'Khaan Coffee' })
      const { id, retrieve } = await givenInvoice(shop, {
        ...{ ...SARAA, description: 'Consulting', due_date: '2026-08-20T00:00:00Z' },
      })
      expect(await retrieve()).to.include({ sent_at: null, sent_to: null })
      const { body } = await send(shop, id).expect(200)
      expect(body.data).to.include({ sent_at: iso(NOW), sent_to: 'saraa@example.com', status: 'open' })
      const [email, ...others] = await post.send(shop.projectId)
      expect(others).to.deep.equal([])
      expect(email!.to).to.deep.equal(['saraa@example.com'])
      expect(email!.mail.subject).to.equal('[Test] Invoice INV-0001 from Khaan Coffee: ₮180,000')
      const text = withPlainSpaces(email!.mail.text!)
      for (const part of ['INV-0001', 'Consulting', '₮180,000', 'Please pay by 20 Aug 2026', body.data.url])
        expect(text).to.include(part)
      expect(text).not.to.include('was due')
    })

    it('in live mode without the mark of test mode', async () => {
      const shop = await givenMerchant()
      await acceptTransfers(shop)
      const { id } = await givenInvoice(shop.live, SARAA)
      await send(shop.live, id).expect(200)
      const [email] = await post.send(shop.projectId)
      expect(email!.mail.subject).to.equal('Invoice INV-0001 from Shop: ₮180,000')
    })

    it('again after an hour, and says that it is overdue', async () => {
      const shop = await givenMerchant()
      const { id, retrieve } = await givenInvoice(shop, { ...SARAA, due_date: '2026-08-13T00:00:00Z' })
      await send(shop, id).expect(200)
      await post.send(shop.projectId)
      now = later(NOW, 2 * DAY)
      await send(shop, id).expect(200)
      const [email] = await post.send(shop.projectId)
      expect(email!.mail.subject).to.equal('[Test] Invoice INV-0001 from Shop was due on 13 Aug 2026')
      expect(withPlainSpaces(email!.mail.text!))
        .to.include('It was due on 13 Aug 2026. You can still pay.')
        .and.include('Have you paid meanwhile?')
      expect((await retrieve()).sent_at).to.equal(iso(now))
    })

    it('no more when it was paid, voided or reported before the email left', async () => {
      const shop = await givenMerchant()
      await acceptTransfers(shop)
      const [paid, voided, reported] = [
        await givenInvoice(shop, SARAA),
        await givenInvoice(shop, SARAA),
        await givenInvoice(shop, SARAA),
      ]
      for (const { id } of [paid, voided, reported]) await send(shop, id).expect(200)
      await paid.customer.pay()
      await shop.post(`/invoices/${voided.id}/void`).expect(200)
      await reported.customer.pay({ payment_method: 'bank_transfer' })
      await reported.customer.press('claim_transfer')
      await post.send(shop.projectId)
      expect((await emailsOf(shop)).map(({ status }) => status)).to.deep.equal(Array(3).fill('canceled'))
    })
  })

  describe('refuses, and emails nothing,', () => {
    const states: [name: string, advice: string, make: (shop: Merchant) => Promise<number>][] = [
      [
        'a draft',
        'This invoice is draft, not open. Finalize it to open it, or delete it.',
        async (shop) => (await givenInvoice(shop, { ...SARAA, auto_advance: false })).id,
      ],
      [
        'a paid one',
        'This invoice is paid, not open. Its url shows the customer the receipt.',
        async (shop) => {
          const { id, customer } = await givenInvoice(shop, SARAA)
          await customer.pay()
          return id
        },
      ],
      [
        'a void one',
        'This invoice is void, not open. Create a new one: POST /invoices.',
        async (shop) => {
          const { id } = await givenInvoice(shop, SARAA)
          await shop.post(`/invoices/${id}/void`).expect(200)
          return id
        },
      ],
      [
        'one whose customer has reported a transfer',
        'A payment for this invoice awaits a decision. Confirm or reject it first.',
        async (shop) => {
          await acceptTransfers(shop)
          const { id, customer } = await givenInvoice(shop, SARAA)
          await customer.pay({ payment_method: 'bank_transfer' })
          await customer.press('claim_transfer')
          return id
        },
      ],
    ]
    for (const [name, advice, make] of states)
      it(`${name}: ${advice}`, async () => {
        const shop = await givenMerchant()
        const { status, body } = await send(shop, await make(shop))
        expect([status, body.code, body.message]).to.deep.equal([409, 'invoice_not_open', advice])
        expect(await emailsOf(shop)).to.deep.equal([])
      })

    it('one without a customer: send the url, or create a new one', async () => {
      const shop = await givenMerchant()
      const { id } = await givenInvoice(shop)
      const { status, body } = await send(shop, id)
      expect([status, body.code]).to.deep.equal([409, 'no_email_address'])
      expect(body.message).to.include('Send its url to the customer, or void it and create a new one')
    })

    it('one whose customer has no address, until an address is added as the error says', async () => {
      const shop = await givenMerchant()
      const { id: customerId } = (await shop.post('/customers', { client_reference_id: 'saraa' })).body.data
      const { id } = await givenInvoice(shop, { customer_id: customerId })
      const { status, body } = await send(shop, id)
      expect([status, body.code]).to.deep.equal([409, 'no_email_address'])
      expect(body.message).to.include(`Add one with PATCH /customers/${customerId}`)
      await shop.patch(`/customers/${customerId}`, { email: 'saraa@example.com' }).expect(200)
      await send(shop, id).expect(200)
      expect(await recipientsOf(shop)).to.deep.equal(['saraa@example.com'])
    })

    it('one of an erased customer, whose address is erased from the sent one too', async () => {
      const shop = await givenMerchant()
      const { id, retrieve } = await givenInvoice(shop, SARAA)
      await send(shop, id).expect(200)
      const { customer_id: customerId } = (await retrieve()) as InvoiceObject
      await shop.delete(`/customers/${customerId}`).expect(200)
      expect(await retrieve()).to.include({ status: 'open', sent_at: iso(NOW), sent_to: null })
      const { status, body } = await send(shop, id)
      expect([status, body.code]).to.deep.equal([409, 'no_email_address'])
      expect(body.message).to.include('void it and create a new one')
      const [email] = await emailsOf(shop)
      expect(email).to.include({ recipient: '', status: 'canceled', words: '{}' })
    })

    it('one that cannot be paid any more, because no payment method is enabled', async () => {
      const shop = await givenMerchant()
      await acceptTransfers(shop)
      const { id } = await givenInvoice(shop.live, SARAA)
      await shop.patch('', { payment_methods: { bank_transfer: { enabled: false } } }).expect(200)
      const { status, body } = await send(shop.live, id)
      expect([status, body.code]).to.deep.equal([422, 'no_payment_method'])
      expect(await emailsOf(shop)).to.deep.equal([])
    })

    it('one of another mode', async () => {
      const shop = await givenMerchant()
      const { id } = await givenInvoice(shop, SARAA)
      expect((await send(shop.live, id)).status).to.equal(404)
    })
  })

  it('sends once when it is called twice at the same time', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop, SARAA)
    const answers = await Promise.all([send(shop, id), send(shop, id)])
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    expect(await recipientsOf(shop)).to.deep.equal(['saraa@example.com'])
  })

  it('returns the same for a repeated Idempotency-Key, and sends once', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop, SARAA)
    const first = await send(shop, id).set('Idempotency-Key', 'send-1').expect(200)
    const second = await send(shop, id).set('Idempotency-Key', 'send-1').expect(200)
    expect(second.body).to.deep.equal(first.body)
    expect(await recipientsOf(shop)).to.have.length(1)
  })

  it('refuses a second email to the same address within an hour, and says when it is possible', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenInvoice(shop, SARAA)
    await send(shop, id).expect(200)
    now = later(NOW, HOUR - MINUTE)
    const { status, body } = await send(shop, id)
    expect([status, body.code]).to.deep.equal([409, 'email_limit_reached'])
    expect(body.message).to.include('cannot be emailed before 2026-08-12T12:04:00.000000Z')
    expect((await retrieve()).sent_at).to.equal(iso(NOW))
    now = later(NOW, HOUR)
    await send(shop, id).expect(200)
    expect(await recipientsOf(shop)).to.have.length(2)
  })

  it('sends to a corrected address at once', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenInvoice(shop, { customer_email: 'wrong@example.com' })
    await send(shop, id).expect(200)
    const { customer_id: customerId } = (await retrieve()) as InvoiceObject
    await shop.patch(`/customers/${customerId}`, { email: 'right@example.com' }).expect(200)
    const { body } = await send(shop, id).expect(200)
    expect(body.data.sent_to).to.equal('right@example.com')
    expect((await recipientsOf(shop)).at(-1)).to.equal('right@example.com')
  })

  it('sends a draft that was opened later to the present address of its customer', async () => {
    const shop = await givenMerchant()
    const draft = { auto_advance: false, customer_email: 'former@example.com' }
    const { id, retrieve } = await givenInvoice(shop, draft)
    const { customer_id: customerId } = (await retrieve()) as InvoiceObject
    await shop.patch(`/customers/${customerId}`, { email: 'present@example.com' }).expect(200)
    await shop.post(`/invoices/${id}/finalize`).expect(200)
    await send(shop, id).expect(200)
    expect(await recipientsOf(shop)).to.deep.equal(['present@example.com'])
  })

  it('emails a customer 20 invoices within 24 hours at most, also when the last two are sent at once', async () => {
    const shop = await givenMerchant()
    const ids: number[] = []
    for (let count = 0; count < 21; count += 1) ids.push((await givenInvoice(shop, SARAA)).id)
    for (const id of ids.slice(0, 19)) await send(shop, id).expect(200)
    const last = ids.slice(19)
    const answers = await Promise.all(last.map((id) => send(shop, id)))
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409])
    const refused = answers.findIndex(({ status }) => status === 409)
    expect(answers[refused]!.body.code).to.equal('email_limit_reached')
    expect(answers[refused]!.body.message).to.include(iso(later(NOW, DAY)))
    expect(await recipientsOf(shop)).to.have.length(20)
    const { id: other } = await givenInvoice(shop, { customer_email: 'other@example.com' })
    await send(shop, other).expect(200)
    now = later(NOW, DAY)
    await send(shop, last[refused]!).expect(200)
  })

  it('writes in the language of the invoice, else in the customer’s last one, else in the project’s', async () => {
    const shop = await givenMerchant({ locale: 'en' })
    const customerId = async (email: string) =>
      (await shop.post('/customers', { email })).body.data.id as number
    const known = await customerId('known@example.com')
    await onConnection((sql) => sql.run("UPDATE customers SET locale = 'mn' WHERE id = ?", [known]))
    for (const body of [
      { customer_email: 'own@example.com', locale: 'mn' },
      { customer_id: known },
      { customer_email: 'new@example.com' },
    ])
      await send(shop, (await givenInvoice(shop, body)).id).expect(200)
    expect((await emailsOf(shop)).map(({ locale }) => locale)).to.deep.equal(['mn', 'mn', 'en'])
  })

  it('sends at the time of the customer’s test clock', async () => {
    setClock()
    const shop = await givenMerchant()
    const clock = await givenClock(shop, '2030-01-12T04:00:00Z')
    const { id: customerId } = await clock.givenCustomer({ email: 'saraa@example.com' })
    const { id } = await givenInvoice(shop, { customer_id: customerId })
    const { body } = await send(shop, id).expect(200)
    expect(body.data.sent_at).to.equal('2030-01-12T04:00:00.000000Z')
    expect((await send(shop, id)).body.code).to.equal('email_limit_reached')
    await clock.advance('2030-01-14T04:00:00Z')
    await send(shop, id).expect(200)
    const overdue = (await emailsOf(shop)).map(
      ({ words }) => (JSON.parse(words) as { overdue: boolean }).overdue,
    )
    expect(overdue).to.deep.equal([false, true])
  })

  it('names the token in the audit log', async () => {
    const shop = await givenMerchant()
    const { id } = await givenInvoice(shop, SARAA)
    await send(shop, id).expect(200)
    const { body } = await shop.get(`/audit-log?object=invoice&object_id=${id}`).expect(200)
    expect(body.data[0]).to.include({ actor: 'token', operation: 'sendInvoice', change: 'updated' })
  })

  it('sends while the customer has begun a transfer and not reported it', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id, customer } = await givenInvoice(shop, SARAA)
    await customer.pay({ payment_method: 'bank_transfer' })
    expect((await paymentsOf(id, 'invoice')).map(({ status }) => status)).to.deep.equal(['started'])
    await send(shop, id).expect(200)
    expect(await recipientsOf(shop)).to.have.length(1)
  })
})
