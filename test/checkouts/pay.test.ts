import { expect } from 'chai'
import { DAY, HOUR, later, MINUTE, SECOND } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

async function givenCheckout(shop: Merchant, body: object = tea()) {
  const { body: created } = await shop.post('/checkouts', body)
  const { id, url } = created.data as { id: number; url: string }
  const retrieve = async () => (await shop.get(`/checkouts/${id}`)).body.data
  return { id, url, customer: new Customer(url), retrieve }
}

describe('paying a checkout on its page', () => {
  it('completes it with one event and one receipt', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop)
    const answer = await customer.pay()
    expect(answer.status).to.equal(303)
    expect(await retrieve()).to.include({
      status: 'complete',
      customer_email: 'bat@example.com',
      payment_method: 'test',
      is_guest: true,
    })
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    expect(await emailsFor(`checkout-${id}`)).to.deep.equal(['receipt'])
    expect((await customer.get()).text).to.contain((await retrieve()).receipt_number)
  })

  it('happens once if 50 requests arrive at the same time', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenCheckout(shop)
    const page = await customer.get()
    const answers = await Promise.all(Array.from({ length: 50 }, () => customer.pay({}, page)))
    // On a busy machine a press that waits for the others longer than a second is asked to try again.
    const statuses = answers.map(({ status }) => status)
    expect(statuses).to.include(303)
    expect(statuses.filter((status) => status !== 303 && status !== 429)).to.deep.equal([])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    expect(await emailsFor(`checkout-${id}`)).to.deep.equal(['receipt'])
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['paid'])
  })

  it('leaves it open after a declined payment, shows the reason, and accepts another attempt', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop)
    await customer.pay({ test_outcome: 'declined' })
    expect((await retrieve()).status).to.equal('open')
    const page = await customer.get()
    expect(page.text).to.match(/declined/i)
    await customer.pay({}, page)
    expect((await retrieve()).status).to.equal('complete')
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['failed', 'paid'])
  })

  it('rejects a payment method that is not offered any more', async () => {
    const shop = await givenMerchant()
    const { id, customer } = await givenCheckout(shop)
    const gone = await customer.pay({ payment_method: 'bank_transfer' })
    expect(gone.status).to.equal(422)
    expect(gone.text).to.include('This way to pay is no longer offered. Choose another one.')
    const none = await customer.pay({ payment_method: '' })
    expect(none.text).to.include('Choose how you want to pay.')
    expect(await paymentsOf(id)).to.deep.equal([])
  })

  it('completes a delayed payment after five seconds, even across the expiry of the checkout', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop)
    const end = new Date((await retrieve()).expires_at)
    await travelTo(shop.projectId, later(end, -2 * SECOND))
    const page = await customer.get()
    await customer.pay({ test_outcome: 'delayed' }, page)
    await travelTo(shop.projectId, later(end, 2 * SECOND))
    expect((await retrieve()).status).to.equal('open')
    expect((await customer.pay({}, page)).status).to.equal(422)
    await travelTo(shop.projectId, later(end, 4 * SECOND))
    expect((await retrieve()).status).to.equal('complete')
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
  })

  it('cancels a payment that never ends after half an hour, and then expires the checkout if it is late', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop)
    const end = new Date((await retrieve()).expires_at)
    await travelTo(shop.projectId, later(end, -MINUTE))
    await customer.pay({ test_outcome: 'never' })
    await travelTo(shop.projectId, later(end, 28 * MINUTE))
    expect((await retrieve()).status).to.equal('open')
    await travelTo(shop.projectId, later(end, 30 * MINUTE))
    expect((await retrieve()).status).to.equal('expired')
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled'])
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.expired'])
  })

  it('replaces an unfinished payment by a new attempt', async () => {
    const shop = await givenMerchant()
    const { id, customer, retrieve } = await givenCheckout(shop)
    await customer.pay({ test_outcome: 'never' })
    await customer.pay({ test_outcome: 'succeeds' }, await customer.get('?choose=1'))
    expect((await retrieve()).status).to.equal('complete')
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled', 'paid'])
  })

  it('is rejected from the exact expiry, before the timer has run', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenCheckout(shop)
    const page = await customer.get()
    const end = new Date((await retrieve()).expires_at)
    setClock(() => end)
    expect((await retrieve()).status).to.equal('expired')
    await customer.pay({}, page)
    expect((await customer.get()).status).to.equal(410)
    expect((await retrieve()).status).to.equal('expired')
  })

  it('requires no method for a total of 0', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenCheckout(shop.live, tea(1, 0))
    const shopLive = shop.live
    await customer.press('pay', { email: 'bat@example.com' })
    expect(shopLive.projectId).to.equal(shop.projectId)
    expect(await retrieve()).to.include({ status: 'complete', payment_method: null })
  })

  it('shows an error next to the field, and keeps the typed values', async () => {
    const shop = await givenMerchant()
    const { customer } = await givenCheckout(shop)
    const answer = await customer.pay({ email: 'bat@nowhere', test_outcome: 'maybe' })
    expect(answer.status).to.equal(422)
    expect(answer.text).to.contain('value="bat@nowhere"').and.contain('aria-invalid="true"')
  })

  it('charges nothing if the page showed another total', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenCheckout(shop)
    const answer = await customer.pay({ amount_total: '1' })
    expect(answer.status).to.equal(422)
    expect((await retrieve()).status).to.equal('open')
  })

  it('rejects a form that does not come from its own page', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve } = await givenCheckout(shop)
    expect((await customer.pay({ form_token: 'guessed' })).status).to.equal(403)
    expect((await retrieve()).status).to.equal('open')
  })
})

describe('paying by bank transfer', () => {
  async function givenTransfer() {
    const shop = await givenMerchant()
    const settings = {
      enabled: true,
      bank_name: 'Khan Bank',
      account_number: '5001234567',
      account_holder: 'Shop LLC',
    }
    await shop
      .patch('', { email: 'owner@example.com', payment_methods: { bank_transfer: settings } })
      .expect(200)
    const checkout = await givenCheckout(shop)
    await checkout.customer.pay({ payment_method: 'bank_transfer' })
    return { shop, ...checkout }
  }

  it('shows the bank account, and waits for the merchant once the transfer is reported', async () => {
    const { shop, id, customer, retrieve } = await givenTransfer()
    const page = await customer.get()
    expect(page.text).to.contain('Khan Bank').and.contain('5001234567').and.contain('Shop LLC')
    await customer.press('claim_transfer')
    await customer.press('claim_transfer')
    expect((await retrieve()).status).to.equal('pending')
    expect((await customer.get()).text, 'for a customer who reported too early')
      .to.contain('Khan Bank')
      .and.contain('5001234567')
      .and.contain('Shop LLC')
    const [payment] = await paymentsOf(id)
    expect(payment?.status).to.equal('pending')
    expect(await eventsOf('payment', payment!.id)).to.deep.equal(['payment.awaiting_verification'])
    expect(await emailsFor(`payment-${payment!.id}`)).to.deep.equal([
      'transfer_details',
      'transfer_received_note',
      'transfer_reported',
    ])

    const confirmed = await shop.post(`/payments/${payment!.id}/confirm`)
    expect(confirmed.status).to.equal(200)
    expect(confirmed.body.data).to.include({ status: 'paid', verified_by: 'api' })
    expect(await retrieve()).to.include({ status: 'complete', payment_method: 'bank_transfer' })
    const again = await shop.post(`/payments/${payment!.id}/confirm`)
    expect(again.status).to.equal(409)
    expect(again.body.code).to.equal('payment_not_pending')
  })

  it('emails the account once, and again if the customer corrects the address', async () => {
    const { id, customer } = await givenTransfer()
    const pay = (email: string) => customer.pay({ payment_method: 'bank_transfer', email })
    for (const email of ['bat@exmple.com', 'bat@example.com', 'dorj@example.com']) await pay(email)
    const [payment] = await paymentsOf(id)
    expect(await emailsFor(`payment-${payment!.id}`)).to.deep.equal(['transfer_details'])
    expect(await emailsFor(`payment-${payment!.id}-corrected`)).to.deep.equal(['transfer_details'])
  })

  it('does not expire while it waits, and adds the remaining time after a rejection', async () => {
    const { shop, id, customer, retrieve } = await givenTransfer()
    const end = new Date((await retrieve()).expires_at)
    await customer.press('claim_transfer')
    const [payment] = await paymentsOf(id)
    await travelTo(shop.projectId, later(end, DAY))
    expect((await retrieve()).status).to.equal('pending')
    const rejected = await shop.post(`/payments/${payment!.id}/reject`, { reason: 'Nothing has arrived.' })
    expect(rejected.body.data).to.include({ status: 'failed', failure_message: 'Nothing has arrived.' })
    const reopened = await retrieve()
    expect(reopened.status).to.equal('open')
    expect(new Date(reopened.expires_at).getTime()).to.be.greaterThan(later(end, 59 * DAY).getTime())
    expect((await customer.get()).text).to.contain('Nothing has arrived.')
    expect(await emailsFor(`payment-${payment!.id}`)).to.have.members([
      'transfer_details',
      'transfer_received_note',
      'transfer_reported',
      'transfer_rejected',
    ])
  })

  it('is canceled a day after its start if it is not reported', async () => {
    const { shop, id, retrieve } = await givenTransfer()
    await travelTo(shop.projectId, later(new Date(), 25 * HOUR))
    expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled'])
    expect((await retrieve()).status).to.equal('open')
  })
})
