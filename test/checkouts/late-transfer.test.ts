import { expect } from 'chai'
import { HOUR, later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { givenJune } from '../support/given/club.ts'
import { givenTransferShop, type Merchant, tea } from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

const STARTED_AT = new Date('2026-06-01T00:00:00Z')

async function givenShop(): Promise<Merchant> {
  setClock(() => STARTED_AT)
  return givenTransferShop()
}

/** A customer left the page of a started transfer open and returns to it later. */
async function givenStalePage(body?: object, code?: string) {
  const shop = await givenShop()
  if (code !== undefined) await givenCode(shop, code, { percent_off: 10, max_redemptions: 1 })
  const checkout = await givenCheckout(shop, body)
  const { customer } = checkout
  if (code !== undefined) await customer.press('apply_code', { promotion_code: code })
  await customer.pay({ payment_method: 'bank_transfer' })
  const page = await customer.get()
  const statuses = async () => (await paymentsOf(checkout.id)).map(({ status }) => status)
  return { ...checkout, shop, page, statuses }
}
const NEXT_DAY = later(STARTED_AT, 25 * HOUR)

describe('a transfer that is reported a day after it was started', () => {
  it('makes its canceled payment wait again, and completes the order when it is confirmed', async () => {
    const { shop, id, customer, page, retrieve, statuses } = await givenStalePage()
    await travelTo(shop.projectId, NEXT_DAY)
    expect(await statuses()).to.deep.equal(['canceled'])
    await customer.press('claim_transfer', {}, page)
    expect((await retrieve()).status).to.equal('pending')
    expect((await customer.get()).text).to.include('data-state="pending"')
    const [payment] = await paymentsOf(id)
    expect(await emailsFor(`payment-${payment!.id}`)).to.deep.equal([
      'transfer_details',
      'transfer_received_note',
      'transfer_reported',
    ])
    expect(await eventsOf('payment', payment!.id)).to.deep.equal([
      'payment.failed',
      'payment.awaiting_verification',
    ])
    await customer.press('claim_transfer', {}, page)
    await shop.post(`/payments/${payment!.id}/confirm`).expect(200)
    expect([(await retrieve()).status, ...(await statuses())]).to.deep.equal(['complete', 'paid'])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
  })

  it('waits for the merchant if it was not canceled yet', async () => {
    const { customer, page, retrieve } = await givenStalePage()
    setClock(() => NEXT_DAY)
    await customer.press('claim_transfer', {}, page)
    expect((await retrieve()).status).to.equal('pending')
  })

  it('leaves the order open again when it is rejected', async () => {
    const { shop, id, customer, page, retrieve } = await givenStalePage()
    await travelTo(shop.projectId, NEXT_DAY)
    await customer.press('claim_transfer', {}, page)
    const [payment] = await paymentsOf(id)
    await shop.post(`/payments/${payment!.id}/reject`).expect(200)
    expect((await retrieve()).status).to.equal('open')
    await customer.press('claim_transfer', {}, page)
    expect((await retrieve()).status).to.equal('open')
  })

  it('reserves its promotion code again, and is rejected if the last use is taken', async () => {
    for (const taken of [false, true]) {
      const { shop, customer, page, retrieve, statuses } = await givenStalePage(
        { ...tea(), allow_promotion_codes: true },
        'LAST',
      )
      await travelTo(shop.projectId, NEXT_DAY)
      const other = await givenCheckout(shop, { ...tea(), allow_promotion_codes: true })
      if (taken) await other.customer.press('apply_code', { promotion_code: 'LAST' })
      if (taken) await other.customer.pay()
      await customer.press('claim_transfer', {}, page)
      expect(await statuses()).to.deep.equal([taken ? 'canceled' : 'pending'])
      expect((await retrieve()).status).to.equal(taken ? 'open' : 'pending')
      if (taken) continue
      const refused = await other.customer.press('apply_code', { promotion_code: 'LAST' })
      expect(refused.text).to.include('id="promotion_code-error"')
    }
  })

  it('pays only for the order as it was at the start, and the page explains a change', async () => {
    const item = { ...tea().items[0], adjustable_quantity: { enabled: true } }
    const { shop, id, customer, page, retrieve, statuses } = await givenStalePage({ items: [item] })
    await travelTo(shop.projectId, NEXT_DAY)
    const { items } = await retrieve()
    await customer.press('update_quantity', { [`quantity[${items[0]!.id}]`]: '9' })
    const { reference } = (await shop.get(`/payments?checkout_id=${id}`)).body.data[0] as {
      reference: string
    }
    const response = await customer.press('claim_transfer', {}, page)
    expect(response.status).to.equal(422)
    expect(response.text)
      .to.include('data-state="pay"')
      .and.include('The order has changed since')
      .and.include(reference)
    expect([(await retrieve()).status, ...(await statuses())]).to.deep.equal(['open', 'canceled'])
  })

  it('waits for the merchant on an invoice as well', async () => {
    const shop = await givenShop()
    const { body } = await shop.post('/invoices', { amount: 500 }).expect(201)
    const { id, url } = body.data as { id: number; url: string }
    const customer = new Customer(url)
    await customer.pay({ payment_method: 'bank_transfer' })
    const page = await customer.get()
    await travelTo(shop.projectId, NEXT_DAY)
    await customer.press('claim_transfer', {}, page)
    expect((await customer.get()).text).to.include('data-state="pending"')
    const [payment] = await paymentsOf(id, 'invoice')
    await shop.post(`/payments/${payment!.id}/confirm`).expect(200)
    expect((await shop.get(`/invoices/${id}`)).body.data.status).to.equal('paid')
  })
})

describe('a transfer that is reported for a checkout that was closed meanwhile', () => {
  it('flags late money for refund and leaves the checkout expired', async () => {
    const club = await givenJune()
    const { id, customer } = await club.opened('gold')
    await customer.pay({ payment_method: 'bank_transfer' })
    const page = await customer.get()
    await club.trial('basic', 5) // of the same product, which closes the checkout
    const status = async () => (await club.checkout(id)).status
    expect(await status()).to.equal('expired')
    await customer.press('claim_transfer', {}, page)
    expect(await status()).to.equal('expired')
    const [payment] = await paymentsOf(id)
    expect(payment!.status).to.equal('pending')
    await club.decide(payment!.id, 'confirm')
    expect(await status()).to.equal('expired')
    expect((await paymentsOf(id))[0]!.status).to.equal('refund_required')
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired'])
  })
})
