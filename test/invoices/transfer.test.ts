import { expect } from 'chai'
import { DAY, later } from '../../common/kit/time.ts'
import { travelTo } from '../support/due.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

describe('paying an invoice by bank transfer', () => {
  async function givenReportedTransfer(body: object = {}) {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const invoice = await givenInvoice(shop, body)
    await invoice.customer.pay({ payment_method: 'bank_transfer' })
    const page = await invoice.customer.get()
    await invoice.customer.press('claim_transfer', {}, page)
    const [payment] = await paymentsOf(invoice.id, 'invoice')
    return { shop, page, paymentId: payment!.id, ...invoice }
  }

  it('leaves the invoice open until the merchant decides, and notifies the merchant once', async () => {
    const { shop, page, paymentId, id, customer, retrieve } = await givenReportedTransfer()
    expect(page.text).to.contain('Khan Bank').and.contain('5001234567').and.contain('Shop LLC')
    await customer.press('claim_transfer', {}, page)
    expect(await retrieve()).to.include({ status: 'open', payment_method: null })
    expect((await customer.get()).text)
      .to.contain('data-state="pending"')
      .and.contain('bat@example.com')
    expect(await eventsOf('payment', paymentId)).to.deep.equal(['payment.awaiting_verification'])
    expect(await emailsFor(`payment-${paymentId}`)).to.deep.equal([
      'transfer_details',
      'transfer_received_note',
      'transfer_reported',
    ])
    const payment = (await shop.get(`/payments/${paymentId}`)).body.data
    expect(payment).to.include({ status: 'pending', method: 'bank_transfer', driver: 'bank_transfer' })
    expect(payment.payable).to.deep.equal({
      type: 'invoice',
      id,
      number: 'INV-0001',
      url: (await retrieve()).url,
      status: 'open',
    })
    const listed = await shop.get(`/payments?invoice_id=${id}`)
    expect(listed.body.data).to.deep.equal([payment])
    expect((await shop.get(`/payments?checkout_id=${id}`)).body.data).to.deep.equal([])
  })

  it('allows no other payment and no voiding while the transfer waits', async () => {
    const { shop, page, id, customer, retrieve } = await givenReportedTransfer()
    expect((await customer.pay({}, page)).status).to.equal(303)
    expect(await paymentsOf(id, 'invoice')).to.have.lengthOf(1)
    const { status, body } = await shop.post(`/invoices/${id}/void`)
    expect([status, body.code]).to.deep.equal([409, 'invoice_not_open'])
    expect(body.message).to.contain('Confirm or reject')
    expect((await retrieve()).status).to.equal('open')
  })

  it('pays the invoice when the merchant confirms the transfer after 30 days', async () => {
    const { shop, paymentId, id, retrieve } = await givenReportedTransfer()
    await travelTo(shop.projectId, later(new Date(), 30 * DAY))
    const confirmed = await shop.post(`/payments/${paymentId}/confirm`)
    expect(confirmed.body.data).to.include({ status: 'paid', verified_by: 'api' })
    expect(confirmed.body.data.payable).to.include({ status: 'paid' })
    expect(await retrieve()).to.include({ status: 'paid', payment_method: 'bank_transfer' })
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.paid'])
    expect(await emailsFor(`invoice-${id}`)).to.deep.equal(['receipt'])
    const again = await shop.post(`/payments/${paymentId}/confirm`)
    expect([again.status, again.body.code]).to.deep.equal([409, 'payment_not_pending'])
  })

  it('lets the customer pay again after a rejection, and shows the reason', async () => {
    const { shop, paymentId, id, customer, retrieve } = await givenReportedTransfer()
    const rejected = await shop.post(`/payments/${paymentId}/reject`, { reason: 'Nothing has arrived.' })
    expect(rejected.body.data).to.include({ status: 'failed', failure_message: 'Nothing has arrived.' })
    expect((await customer.get()).text).to.contain('Nothing has arrived.')
    expect(await emailsFor(`payment-${paymentId}`)).to.have.members([
      'transfer_details',
      'transfer_reported',
      'transfer_received_note',
      'transfer_rejected',
    ])
    expect(await eventsOf('invoice', id)).to.deep.equal([])
    await customer.pay()
    expect((await retrieve()).status).to.equal('paid')
  })

  it('can be voided before the transfer is reported, and a later confirmation flags the money for refund', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id, customer, retrieve } = await givenInvoice(shop)
    await customer.pay({ payment_method: 'bank_transfer' })
    const page = await customer.get()
    await shop.post(`/invoices/${id}/void`).expect(200)
    const [payment] = await paymentsOf(id, 'invoice')
    expect(payment!.status).to.equal('canceled')
    await customer.press('claim_transfer', {}, page)
    const confirmed = await shop.post(`/payments/${payment!.id}/confirm`)
    expect(confirmed.body.data).to.include({ status: 'refund_required' })
    expect((await retrieve()).status).to.equal('void')
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.void'])
  })

  it('pays the invoice once if a confirmation and a rejection arrive at the same time', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { shop, paymentId, id, retrieve } = await givenReportedTransfer()
      const answers = await Promise.all(
        ['confirm', 'reject'].map((verb) => shop.post(`/payments/${paymentId}/${verb}`)),
      )
      expect(answers[0]!.status).to.equal(200)
      expect(answers[1]!.status).to.be.oneOf([200, 409])
      expect((await retrieve()).status).to.equal('paid')
      expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.paid'])
    }
  })
})
