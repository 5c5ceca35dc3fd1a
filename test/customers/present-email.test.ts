import { expect } from 'chai'
import type { InvoiceObject } from '../../common/domain/invoices/object.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { renewUrl } from '../../common/services/links/renewal.ts'
import { onConnection } from '../../db/sql.ts'
import { startPost } from '../emails/post.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { at, type Club, givenJune } from '../support/given/club.ts'
import { givenInvoice } from '../support/given/invoice.ts'
import { textOf, Visitor } from '../support/given/portal-visitor.ts'

const FORMER = 'bat@example.com'
const PRESENT = 'new@example.com'
const DECLINED = { payment_method: 'test', test_outcome: 'declined' }
const SUCCEEDS = { payment_method: 'test', test_outcome: 'succeeds' }

interface Written {
  kind: string
  recipient: string
  status: string
}

describe('the email address of an order, after its customer has changed it', () => {
  let club: Club

  beforeEach(async () => {
    club = await givenJune()
  })
  afterEach(() => setClock(() => new Date()))

  const change = (email: string | null) => club.shop.patch(`/customers/${club.customerId}`, { email })
  const emails = (kind: string) =>
    onConnection((sql) =>
      sql.rows<Written>(
        'SELECT kind, recipient, status FROM emails WHERE project_id = ? AND kind = ? ORDER BY id',
        [club.shop.projectId, kind],
      ),
    )
  const lastTo = async (kind: string) => (await emails(kind)).at(-1)?.recipient
  const transfer = async (customer: Customer, email = FORMER) => {
    await customer.pay({ email, payment_method: 'bank_transfer' })
    const [payment] = (await club.shop.get('/payments?limit=1').expect(200)).body.data as { id: number }[]
    return payment!.id
  }

  for (const [where, renewPage] of [
    ['by the portal', async () => (await Visitor.of(club)).get('/portal')],
    ['by the link of an email', null],
  ] as const)
    it(`gets the receipts of a renewal reopened ${where}, instead of the former one`, async () => {
      const { id } = await club.buy('basic')
      const address = `/portal/subscriptions/${id}/renew`
      const first = renewPage ? await Visitor.of(club) : null
      const press = async (by: Visitor | null, fields: object, version = 0) => {
        const values = { periods: '1', ...fields }
        if (!by) return new Customer(renewUrl(id, version)).press('renew', values)
        return by.press(address, 'renew', values)
      }
      await press(first, DECLINED)
      const [opened] = (await club.shop.get('/checkouts?limit=1').expect(200)).body.data as { id: number }[]
      expect((await club.checkout(opened!.id)).status).to.equal('open')
      await change(PRESENT).expect(200)
      await press(renewPage ? await Visitor.of(club) : null, SUCCEEDS, 1)
      expect((await club.checkout(opened!.id)).status).to.equal('complete')
      const receipts = (await emails('receipt')).map(({ recipient }) => recipient)
      expect(receipts, 'the first receipt was not sent yet').to.deep.equal([PRESENT, PRESENT])
    })

  it('is shown on the page of an open order, and is hidden if the customer removes it', async () => {
    const { id, customer } = await club.opened('basic')
    expect((await customer.get()).text).to.include(FORMER)
    await change(PRESENT).expect(200)
    expect((await customer.get()).text)
      .to.include(PRESENT)
      .and.not.to.include(FORMER)
    await club.shop.patch(`/customers/${club.customerId}`, { phone: '99112233', email: null }).expect(200)
    expect((await customer.get()).text)
      .not.to.include(PRESENT)
      .and.not.to.include(FORMER)
    expect((await club.checkout(id)).customer_email).to.equal(null)
    await change(PRESENT).expect(200)
    expect((await club.checkout(id)).customer_email).to.equal(PRESENT)
  })

  it('follows an update by the merchant’s reference as well', async () => {
    await club.shop.patch(`/customers/${club.customerId}`, { client_reference_id: 'u1' }).expect(200)
    const { id } = await club.opened('basic')
    await club.shop.post('/customers', { client_reference_id: 'u1', email: PRESENT }).expect(200)
    expect((await club.checkout(id)).customer_email).to.equal(PRESENT)
  })

  it('stays as typed for one order if it never belonged to the customer', async () => {
    const { id, customer } = await club.opened('basic')
    await customer.pay({ email: 'office@example.com', ...DECLINED })
    await change(PRESENT).expect(200)
    expect((await club.checkout(id)).customer_email).to.equal('office@example.com')
    await customer.pay({ email: 'office@example.com' })
    expect(await lastTo('receipt')).to.equal('office@example.com')
  })

  it('stays as typed if it differs only by an accent', async () => {
    await change('jos\u00e9@example.com').expect(200)
    const { id, customer } = await club.opened('basic')
    await customer.pay({ email: 'jose@example.com', ...DECLINED })
    await change(PRESENT).expect(200)
    expect((await club.checkout(id)).customer_email).to.equal('jose@example.com')
  })

  it('gets unsent emails, and later ones about a reported transfer and a refund', async () => {
    const { customer } = await club.opened('basic')
    const paymentId = await transfer(customer)
    await customer.press('claim_transfer')
    expect(await lastTo('transfer_received_note')).to.equal(FORMER)
    await change(PRESENT).expect(200)
    expect(await lastTo('transfer_received_note'), 'not sent yet').to.equal(PRESENT)
    await club.shop.post(`/payments/${paymentId}/confirm`).expect(200)
    expect(await lastTo('receipt')).to.equal(PRESENT)
    await change('third@example.com').expect(200)
    await club.shop.post(`/payments/${paymentId}/refunds`, { note: 'by hand' }).expect(201)
    expect(await lastTo('payment_refunded')).to.equal('third@example.com')
    await club.shop.patch(`/customers/${club.customerId}`, { phone: '99112233', email: null }).expect(200)
    expect((await emails('payment_refunded')).map(({ status }) => status)).to.deep.equal(['canceled'])
  })

  it('is shown on an order that is restarted after it expired', async () => {
    const { id, customer } = await club.opened('basic')
    await customer.pay(DECLINED)
    at((await club.checkout(id)).expires_at)
    await change(PRESENT).expect(200)
    const { headers } = await customer.press('start_again')
    const page = await new Customer(new URL(headers.location!, 'http://pay.test').href).get()
    expect(page.text).to.include(PRESENT).and.not.to.include(FORMER)
  })

  it('is shown on a plan change that the portal reopens', async () => {
    const { id } = await club.buy('basic')
    const gold = (await club.shop.get('/prices?lookup_key=gold').expect(200)).body.data[0].id as number
    const choose = async () => {
      const visitor = await Visitor.of(club)
      const { headers } = await visitor.press(`/portal/subscriptions/${id}/plans`, 'change_plan', {
        price_id: String(gold),
      })
      return headers.location!.split('?')[0]!
    }
    const opened = await choose()
    await change(PRESENT).expect(200)
    expect(await choose()).to.equal(opened)
    expect((await new Customer(opened).get()).text)
      .to.include(PRESENT)
      .and.not.to.include(FORMER)
  })

  it('is shown on an open invoice', async () => {
    const body = { amount: 5000, description: 'Tea', customer_id: club.customerId }
    const { id } = (await club.shop.post('/invoices', body).expect(201)).body.data as { id: number }
    await change(PRESENT).expect(200)
    expect((await club.shop.get(`/invoices/${id}`)).body.data.customer_email).to.equal(PRESENT)
  })

  it('ends the renewal links that were sent to the former one', async () => {
    const { id } = await club.buy('basic')
    const sent = new Customer(renewUrl(id))
    const before = await sent.get()
    expect(before.status).to.equal(200)
    await change(PRESENT).expect(200)
    const after = await sent.get()
    expect([after.status, textOf(after).includes('Club')]).to.deep.equal([410, false])
    const pressed = await sent.press('renew', { periods: '1', ...SUCCEEDS }, before)
    expect(pressed.headers.location).to.not.include('/checkout/')
    expect((await new Customer(renewUrl(id, 1)).get()).status).to.equal(200)
  })

  it('gets reminders with a link that works until the next change', async () => {
    const post = await startPost()
    try {
      await club.buy('basic')
      await change(PRESENT).expect(200)
      await travelTo(club.shop.projectId, new Date('2026-06-30T12:00:00Z'))
      await post.send(club.shop.projectId)
      const [reminder] = post.server.taken.filter(({ mail }) => mail.text?.includes('/r/'))
      expect(reminder!.to).to.deep.equal([PRESENT])
      const link = new Customer(/https?:\S+\/r\/\S+/.exec(reminder!.mail.text!)![0])
      expect((await link.get()).status).to.equal(200)
      await change(FORMER).expect(200)
      expect((await link.get()).status).to.equal(410)
    } finally {
      await post.close()
    }
  })

  it('is the new one on an invoice that is open or still a draft, and the former one on a paid one', async () => {
    const body = { amount: 5, customer_id: club.customerId }
    const invoices = [
      await givenInvoice(club.shop, body),
      await givenInvoice(club.shop, { ...body, auto_advance: false }),
      await givenInvoice(club.shop, body),
    ]
    await invoices[2]!.customer.pay()
    await change(PRESENT).expect(200)
    const addresses = await Promise.all(
      invoices.map(async ({ retrieve }) => ((await retrieve()) as InvoiceObject).customer_email),
    )
    expect(addresses).to.deep.equal([PRESENT, PRESENT, FORMER])
  })

  it('keeps no renewal link when the customer signs out everywhere', async () => {
    const { id } = await club.buy('basic')
    const sent = new Customer(renewUrl(id))
    await (await Visitor.of(club)).press('/portal', 'sign_out_everywhere')
    expect((await sent.get()).status).to.equal(410)
    expect((await new Customer(renewUrl(id, 1)).get()).status).to.equal(200)
    const forged = new Customer(renewUrl(id).replace(/\.([^.]+)$/, '-1.$1'))
    expect((await forged.get()).status).to.equal(404)
  })
})
