import { expect } from 'chai'
import type { CheckoutObject } from '../../common/domain/checkouts/object.ts'
import { givenCheckout, givenCode } from '../support/given/checkout.ts'
import { givenClub } from '../support/given/club.ts'
import { acceptTransfers, givenInvoice } from '../support/given/invoice.ts'
import {
  givenCustomer,
  givenMerchant,
  givenTransferShop,
  type Merchant,
  tea,
} from '../support/given/merchant.ts'
import { emailsFor, eventsOf, paymentsOf } from '../support/stored.ts'

const EMAIL = { email: 'bat@example.com' }

/** Returns the problems of a request by their paths. */
async function problems(shop: Merchant, path: string, body: object): Promise<Record<string, string[]>> {
  const answer = await shop.post(path, body).expect(422)
  expect(answer.body.code).to.equal('validation_failed')
  return answer.body.errors
}

describe('paying a checkout by API in test mode', () => {
  it('does the same as the page: completes the checkout with its event, receipt and payment', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenCheckout(shop)
    const { body } = await shop.post(`/checkouts/${id}/pay`, EMAIL).expect(200)
    expect(body.data).to.deep.equal(await retrieve())
    expect(body.data).to.include({
      status: 'complete',
      payment_method: 'test',
      customer_email: 'bat@example.com',
    })
    expect(await eventsOf('checkout', id)).to.deep.equal(['checkout.completed'])
    expect(await emailsFor(`checkout-${id}`)).to.deep.equal(['receipt'])
    const again = await shop.post(`/checkouts/${id}/pay`, EMAIL).expect(409)
    expect(again.body.code).to.equal('checkout_not_open')
    expect(await paymentsOf(id)).to.have.length(1)
  })

  it('refuses a test_outcome together with another method', async () => {
    const shop = await givenTransferShop()
    const { id, retrieve } = await givenCheckout(shop)
    const body = { payment_method: 'bank_transfer', test_outcome: 'declined', email: 'bat@example.com' }
    const wrong = await problems(shop, `/checkouts/${id}/pay`, body)
    expect(String(wrong.test_outcome)).to.include('works only with the payment_method test')
    expect((await retrieve()).status).to.equal('open')
  })

  it('ends the payment with the requested test_outcome', async () => {
    const shop = await givenMerchant()
    await acceptTransfers(shop)
    const { id } = await givenCheckout(shop)
    const pay = async (more: object) =>
      (
        (await shop.post(`/checkouts/${id}/pay`, { ...EMAIL, ...more }).expect(200)).body
          .data as CheckoutObject
      ).status
    expect(await pay({ test_outcome: 'declined' })).to.equal('open')
    expect(await pay({ payment_method: 'test', test_outcome: 'never' })).to.equal('open')
    expect(await pay({ payment_method: 'bank_transfer' })).to.equal('open')
    expect(await pay({ test_outcome: 'succeeds' })).to.equal('complete')
    expect((await paymentsOf(id)).map(({ method, status }) => `${method} ${status}`)).to.deep.equal([
      'test failed',
      'test canceled',
      'bank_transfer canceled',
      'test paid',
    ])
  })

  it('starts a subscription, and renews it', async () => {
    const club = await givenClub()
    const buy = async () => {
      const { id } = await club.opened('basic')
      return (await club.shop.post(`/checkouts/${id}/pay`).expect(200)).body.data.subscription_id as number
    }
    const id = await buy()
    expect(await buy()).to.equal(id)
    expect(await eventsOf('subscription', id)).to.deep.equal(['subscription.created', 'subscription.renewed'])
  })

  /** A checkout with every kind of question on its page. */
  async function givenQuestions(more: object = {}) {
    const shop = await givenMerchant()
    await givenCode(shop, 'SPRING')
    const [item] = tea(2).items
    const checkout = await givenCheckout(shop, {
      items: [{ ...item, adjustable_quantity: { enabled: true, min: 1, max: 5 } }],
      phone_number_collection: true,
      delivery_address_collection: true,
      allow_promotion_codes: true,
      custom_fields: [
        { label: 'Name on it', type: 'text' },
        { label: 'Size', type: 'dropdown', optional: true, dropdown: { options: [{ label: 'VIP' }] } },
      ],
      ...more,
    })
    return { shop, ...checkout, item: (await checkout.retrieve()).items[0]!.id }
  }

  it('fills in all fields of the page, after changing the order', async () => {
    const { shop, id, item, retrieve } = await givenQuestions()
    const delivery_address = { line1: 'Peace Avenue 1', city: 'Ulaanbaatar' }
    await shop
      .post(`/checkouts/${id}/pay`, {
        ...EMAIL,
        phone: '99112233',
        delivery_address,
        custom_fields: { name_on_it: 'Bat', size: 'vip' },
        promotion_codes: ['spring'],
        quantities: { [item]: 4 },
      })
      .expect(200)
    const paid = await retrieve()
    expect(paid).to.include({ status: 'complete', amount_subtotal: 100_000, amount_total: 90_000 })
    expect(paid.phone_number).to.equal('+97699112233')
    expect(paid.delivery_address).to.deep.equal({ ...delivery_address, country: 'MN' })
    expect(paid.custom_fields.map(({ value }) => value)).to.deep.equal(['Bat', 'vip'])
    expect(paid.promotion_codes.map(({ code }) => code)).to.deep.equal(['SPRING'])
  })

  it('keeps the name of the recipient, which the API does not require', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenCheckout(shop, { ...tea(), delivery_address_collection: true })
    const delivery_address = { name: 'Saraa', line1: 'Peace Avenue 1', city: 'Ulaanbaatar', country: 'MN' }
    await shop.post(`/checkouts/${id}/pay`, { ...EMAIL, delivery_address }).expect(200)
    expect((await retrieve()).delivery_address).to.deep.equal(delivery_address)
  })

  it('returns the messages of the page, each under its path, and changes nothing', async () => {
    const { shop, id, item, retrieve } = await givenQuestions()
    const before = await retrieve()
    expect(await problems(shop, `/checkouts/${id}/pay`, {})).to.deep.equal({
      email: ['Enter your email address: we send the receipt there.'],
      phone: ['Enter your phone number.'],
      'delivery_address.line1': ['Enter the street and house to deliver to.'],
      'delivery_address.city': ['Enter the city or province.'],
      'custom_fields.name_on_it': ['Please answer: Name on it.'],
    })
    const wrong = await problems(shop, `/checkouts/${id}/pay`, {
      email: 'bat',
      phone: '1',
      delivery_address: { line1: 'A', city: 'B', country: 'XX' },
      custom_fields: { name_on_it: 'Bat', size: 'none', colour: 'red' },
      promotion_codes: ['SPRING', 'AUTUMN'],
      quantities: { [item]: 6, 999999: 1 },
      payment_method: 'bank_transfer',
      tip: 1,
    })
    expect(wrong).to.deep.equal({
      email: ['Check the email address. It should look like name@example.com.'],
      phone: [
        'Check the phone number: enter one number with all its digits. A number of another country begins with +.',
      ],
      'delivery_address.country': ['Choose the country to deliver to.'],
      'custom_fields.size': ['Size: choose one of the answers.'],
      'custom_fields.colour': [
        "This checkout has no question with the key 'colour'. Leave it out. GET /checkouts/{checkout_id} shows its custom_fields.",
      ],
      'promotion_codes.1': ['There is no code AUTUMN. Check its spelling.'],
      [`quantities.${item}`]: ['Choose a quantity from 1 to 5.'],
      'quantities.999999': [
        'This checkout has no item 999999 with an adjustable quantity. Leave it out. GET /checkouts/{checkout_id} shows its items.',
      ],
      payment_method: [
        'This payment method is not enabled in this mode, or does not take this amount. Leave payment_method out to use one that is offered. PATCH /projects/{project_id} enables methods under payment_methods.',
      ],
      tip: [
        'tip is not a parameter of this request. Check its spelling, or leave it out. Parameters here: payment_method, test_outcome, email, phone, delivery_address, custom_fields, promotion_codes, quantities.',
      ],
    })
    expect(await retrieve()).to.deep.equal(before)
    expect(await paymentsOf(id)).to.deep.equal([])
  })

  it('reports a code that is not a string together with an unknown code', async () => {
    const { shop, id } = await givenQuestions()
    const errors = await problems(shop, `/checkouts/${id}/pay`, { promotion_codes: [2, 'AUTUMN'] })
    expect(errors['promotion_codes.0']).to.deep.equal(['promotion_codes.0 must be text, in quotes.'])
    expect(errors['promotion_codes.1']).to.deep.equal(['There is no code AUTUMN. Check its spelling.'])
  })

  it('rejects promotion codes if the page has no field for them', async () => {
    const { shop, id } = await givenQuestions({ allow_promotion_codes: false })
    const errors = await problems(shop, `/checkouts/${id}/pay`, { promotion_codes: ['SPRING'] })
    expect(errors).to.include.keys('promotion_codes', 'email')
  })

  it('uses the values of the page for missing fields, including values of an earlier attempt', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'SPRING')
    const customer_id = await givenCustomer(shop, { ...EMAIL, phone: '99112233' })
    const asks = { customer_id, phone_number_collection: true, allow_promotion_codes: true }
    const { id, retrieve } = await givenCheckout(shop, { ...tea(), ...asks })
    const body = { promotion_codes: ['SPRING'], test_outcome: 'declined' }
    await shop.post(`/checkouts/${id}/pay`, body).expect(200)
    await shop.post(`/checkouts/${id}/pay`, { ...body, test_outcome: 'succeeds' }).expect(200)
    expect(await retrieve()).to.include({
      status: 'complete',
      amount_total: 22_500,
      customer_email: 'bat@example.com',
      phone_number: '+97699112233',
    })
  })

  it('happens once per Idempotency-Key', async () => {
    const shop = await givenMerchant()
    const { id } = await givenCheckout(shop)
    const pay = () => shop.post(`/checkouts/${id}/pay`, EMAIL).set('Idempotency-Key', 'pay-once')
    const [first, second] = [await pay(), await pay()]
    expect(second.headers['idempotent-replayed']).to.equal('true')
    expect([second.status, second.text]).to.deep.equal([first.status, first.text])
  })

  it('is available in test mode only', async () => {
    const shop = await givenTransferShop()
    const { id, retrieve } = await givenCheckout(shop.live)
    const errors = await problems(shop.live, `/checkouts/${id}/pay`, EMAIL)
    expect(errors.body![0]).to.match(/^Only test mode can be paid by API\./)
    expect((await retrieve()).status).to.equal('open')
    expect((await shop.live.post('/checkouts/999999/pay')).status).to.equal(404)
    expect((await shop.post(`/checkouts/${id}/pay`)).status).to.equal(404)
  })
})

describe('paying an invoice by API in test mode', () => {
  it('does the same as its page', async () => {
    const shop = await givenMerchant()
    const { id, retrieve } = await givenInvoice(shop)
    const declined = await shop.post(`/invoices/${id}/pay`, { test_outcome: 'declined' }).expect(200)
    expect(declined.body.data.status).to.equal('open')
    const wrong = await problems(shop, `/invoices/${id}/pay`, { email: 'bat', test_outcome: 'perhaps' })
    expect(wrong).to.have.all.keys('email', 'test_outcome')
    const { body } = await shop.post(`/invoices/${id}/pay`, EMAIL).expect(200)
    expect(body.data).to.deep.equal(await retrieve())
    expect(body.data).to.include({
      status: 'paid',
      payment_method: 'test',
      customer_email: 'bat@example.com',
    })
    expect(await eventsOf('invoice', id)).to.deep.equal(['invoice.paid'])
    const again = await shop.post(`/invoices/${id}/pay`).expect(409)
    expect(again.body.code).to.equal('invoice_not_open')
  })

  it('is available in test mode only, and only for open invoices', async () => {
    const shop = await givenTransferShop()
    const live = await givenInvoice(shop.live)
    const errors = await problems(shop.live, `/invoices/${live.id}/pay`, {})
    expect(errors.body![0]).to.include('test mode')
    const draft = await givenInvoice(shop, { auto_advance: false })
    expect((await shop.post(`/invoices/${draft.id}/pay`)).status).to.equal(409)
  })
})
