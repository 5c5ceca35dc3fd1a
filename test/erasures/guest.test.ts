import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { Customer } from '../support/customer.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import {
  BANK_ACCOUNT,
  givenMerchant,
  givenTransferShop,
  type Merchant,
  tea,
} from '../support/given/merchant.ts'
import { linedUpAt } from '../support/line-up.ts'
import { emailsFor, paymentsOf } from '../support/stored.ts'

async function dump({ projectId }: Merchant): Promise<string> {
  const tables = ['checkouts', 'invoices', 'payments', 'refunds', 'emails', 'events', 'redemptions']
  const rows = await onConnection((sql) =>
    Promise.all(tables.map((table) => sql.rows(`SELECT * FROM ${table} WHERE project_id = ?`, [projectId]))),
  )
  return JSON.stringify(rows)
}

describe('erasing a guest', () => {
  it('removes their personal data, and keeps amounts and other guests', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'SPRING')
    const asks = { phone_number_collection: true, allow_promotion_codes: true }
    const bought = await givenCheckout(shop, { ...tea(), ...asks })
    await bought.customer.press('apply_code', { promotion_code: 'SPRING' })
    await bought.customer.pay({ email: 'Guest@example.com', phone: '99112233' })
    const begun = await givenCheckout(shop)
    await begun.customer.pay({ email: 'guest@example.com', test_outcome: 'declined' })
    const other = await givenCheckout(shop)
    await other.customer.pay({ email: 'guest.of@example.com' })
    const invoice = (await shop.post('/invoices', { amount: 500 }).expect(201)).body.data
    expect(await dump(shop)).to.match(/guest@example/i)

    const { body } = await shop.post('/erasures', { email: 'guest@Example.com' }).expect(200)
    expect(body.data).to.deep.equal({
      checkouts: 2,
      invoices: 0,
      payments: 2,
      customers: 0,
      customers_not_erased: [],
    })
    const left = await dump(shop)
    expect(left).to.not.match(/guest@example|99112233/i)
    expect(left).to.include('guest.of@example.com')
    expect(await bought.retrieve()).to.include({
      status: 'complete',
      amount_total: 22_500,
      customer_email: null,
    })
    expect((await begun.retrieve()).status).to.equal('expired')
    expect((await shop.get(`/invoices/${invoice.id}`)).body.data.status).to.equal('open')
    const again = await shop.post('/erasures', { email: 'guest@example.com' }).expect(200)
    expect(again.body.data).to.deep.equal({
      checkouts: 0,
      invoices: 0,
      payments: 0,
      customers: 0,
      customers_not_erased: [],
    })
  })

  it('counts the registered customers with that address, and keeps them', async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
    const ordered = await givenCheckout(shop, { ...tea(), customer_id: id })
    await ordered.customer.pay()
    const { body } = await shop.post('/erasures', { email: 'bat@example.com' }).expect(200)
    expect(body.data).to.deep.equal({
      checkouts: 0,
      invoices: 0,
      payments: 0,
      customers: 1,
      customers_not_erased: [id],
    })
    expect((await ordered.retrieve()).customer_email).to.equal('bat@example.com')
  })

  for (const role of ['guest', 'customer'])
    it(`removes the note of a refund to a ${role}, and keeps the amount`, async () => {
      const shop = await givenMerchant()
      const given = { email: 'guest@example.com' }
      const customer_id =
        role === 'customer' ? (await shop.post('/customers', given).expect(201)).body.data.id : null
      const { id, customer } = await givenCheckout(shop, { ...tea(), ...(customer_id && { customer_id }) })
      await customer.pay(given)
      const [payment] = await paymentsOf(id)
      const note = 'To Guest, account 5001234567'
      await shop.post(`/payments/${payment!.id}/refunds`, { amount: 500, note }).expect(201)
      await shop.post(`/payments/${payment!.id}/refunds`, { amount: 600, reason: 'other' }).expect(201)
      expect(await dump(shop)).to.include('5001234567')
      if (customer_id) await shop.delete(`/customers/${customer_id}`).expect(200)
      else await shop.post('/erasures', given).expect(200)
      const { refunds } = (await shop.get(`/payments/${payment!.id}`).expect(200)).body.data
      const left = refunds.map((refund: { amount: number; note: unknown }) => [refund.amount, refund.note])
      expect(left).to.deep.equal([
        [500, null],
        [600, null],
      ])
      expect(await dump(shop)).to.not.include('5001234567')
    })

  it('is refused with 409 until their reported transfer is decided', async () => {
    const shop = await givenTransferShop()
    const { id, customer } = await givenCheckout(shop)
    await customer.pay({ email: 'guest@example.com', payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    const { body } = await shop.post('/erasures', { email: 'guest@example.com' }).expect(409)
    expect(body.code).to.equal('customer_has_pending_payment')
    await shop.post(`/payments/${(await paymentsOf(id))[0]!.id}/reject`).expect(200)
    await shop.post('/erasures', { email: 'guest@example.com' }).expect(200)
    expect(await dump(shop)).to.not.include('guest@example.com')
  })

  for (const email of ['guest@example.com', 'typed.later@example.com'])
    it(`is refused with 409 after a concurrent report of a transfer, for ${email}`, async () => {
      const shop = await givenTransferShop()
      const { id, customer, retrieve } = await givenCheckout(shop)
      await customer.pay({ email: 'guest@example.com', payment_method: 'bank_transfer' })
      const [{ id: paymentId } = { id: 0 }] = await paymentsOf(id)
      if (email !== 'guest@example.com') await customer.pay({ email, test_outcome: 'declined' })
      const page = await customer.get()
      const [reported, erased] = await linedUpAt(
        'payments',
        paymentId,
        () => customer.press('claim_transfer', {}, page),
        () => shop.post('/erasures', { email }),
      )
      expect([reported!.status, erased!.status, erased!.body.code]).to.deep.equal([
        303,
        409,
        'customer_has_pending_payment',
      ])
      expect(await retrieve()).to.include({ status: 'pending', customer_email: email })
    })

  it('affects only this project and mode', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenCheckout(shop)
    await customer.pay({ email: 'guest@example.com' })
    const other = await givenMerchant()
    for (const stranger of [other, shop.live]) {
      const { body } = await stranger.post('/erasures', { email: 'guest@example.com' }).expect(200)
      expect(body.data.checkouts).to.equal(0)
    }
    expect((await retrieve()).customer_email).to.equal('guest@example.com')
  })

  it('removes the address of an invoice that an erased customer has paid as a guest', async () => {
    const shop = await givenMerchant()
    await shop.patch('', { payment_methods: { bank_transfer: BANK_ACCOUNT } }).expect(200)
    const { id } = (await shop.post('/customers', { phone: '99112233' }).expect(201)).body.data
    const invoice = (await shop.post('/invoices', { amount: 500, customer_id: id }).expect(201)).body.data
    await shop.delete(`/customers/${id}`).expect(200)
    await new Customer(invoice.url).pay({ email: 'back@example.com' })
    const paid = (await shop.get(`/invoices/${invoice.id}`)).body.data
    expect(paid).to.include({ status: 'paid', customer_email: 'back@example.com' })
    await shop.post('/erasures', { email: 'back@example.com' }).expect(200)
    expect(await dump(shop)).to.not.include('back@example.com')
  })

  it('removes the address of an email about a rejected transfer', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id, customer } = await givenInvoice(shop)
    await customer.pay({ email: 'payer@example.com', payment_method: 'bank_transfer' })
    await customer.press('claim_transfer')
    const [payment] = await paymentsOf(id, 'invoice')
    await shop.post(`/payments/${payment!.id}/reject`).expect(200)
    expect(await emailsFor(`payment-${payment!.id}`)).to.include('transfer_rejected')
    await shop.post('/erasures', { email: 'payer@example.com' }).expect(200)
    expect(await dump(shop)).to.not.include('payer@example.com')
  })

  it("keeps a registered customer's payment for an invoice", async () => {
    const shop = await givenMerchant()
    const { id } = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
    const invoice = await givenInvoice(shop, { customer_id: id })
    await invoice.customer.pay()
    const { body } = await shop.post('/erasures', { email: 'bat@example.com' }).expect(200)
    expect(body.data).to.deep.equal({
      checkouts: 0,
      invoices: 0,
      payments: 0,
      customers: 1,
      customers_not_erased: [id],
    })
    const [payment] = await paymentsOf(invoice.id, 'invoice')
    const { data } = (await shop.get(`/payments/${payment!.id}`)).body
    expect(data.customer_email).to.equal('bat@example.com')
  })
})
