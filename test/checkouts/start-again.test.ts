import { expect } from 'chai'
import type { Response } from 'supertest'
import { later } from '../../common/kit/time.ts'
import { setClock } from '../../common/runtime/clock.ts'
import { Customer } from '../support/customer.ts'
import { travelTo } from '../support/due.ts'
import { givenCheckout, givenCode, givenPrice, retrieve } from '../support/given/checkout.ts'
import { BASIC, givenClub } from '../support/given/club.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

/** A checkout with the page that has the "start again" button once it has expired. */
async function givenExpired(shop: Merchant, body: object = tea()) {
  const checkout = await givenCheckout(shop, body)
  return {
    ...checkout,
    expire: async () => travelTo(shop.projectId, new Date((await checkout.retrieve()).expires_at)),
  }
}

/** Presses the button. Returns the new checkout. */
async function restart(shop: Merchant, customer: Customer) {
  const { status, headers } = await customer.press('start_again')
  expect(status).to.equal(303)
  const url = headers.location!
  const id = Number(/\/checkout\/(\d+)\//.exec(url)?.[1])
  return { id, url, customer: new Customer(url), checkout: await retrieve(shop, id) }
}

async function count(shop: Merchant): Promise<number> {
  return (await shop.get('/checkouts')).body.meta.total
}

describe('starting an expired checkout again', () => {
  it('creates a copy without direct discounts and codes that is open for two months', async () => {
    const shop = await givenMerchant()
    await givenCode(shop, 'TEN')
    const { id: customer_id } = (await shop.post('/customers', { client_reference_id: 'bat' })).body.data
    const { id: price_id } = await givenPrice(shop)
    const same = {
      customer_id,
      customer_email: 'own@example.com',
      client_reference_id: 'order-7',
      success_url: 'https://shop.mn/{CHECKOUT_ID}',
      cancel_url: 'https://shop.mn/cart',
      allow_promotion_codes: true,
      phone_number_collection: true,
      delivery_address_collection: true,
      email_collection: true,
      locale: 'mn',
      metadata: { cart: '9' },
    }
    const { id, customer, expire } = await givenExpired(shop, {
      ...same,
      items: [
        { price_id, quantity: 3, adjustable_quantity: { enabled: true, min: 2, max: 9 } },
        {
          price_data: {
            unit_amount: 25_000,
            product_data: { name: 'Tea', description: 'Green', image_url: 'https://shop.example/tea.png' },
          },
          quantity: 1,
          adjustable_quantity: { enabled: false },
        },
      ],
      custom_fields: [
        { label: 'Нэр', type: 'text', optional: true },
        { label: 'Seat', type: 'dropdown', dropdown: { options: [{ label: 'VIP' }] } },
      ],
      discounts: [{ amount: 5_000, description: 'Loyal' }],
    })
    await customer.press('apply_code', { promotion_code: 'TEN' })
    await expire()
    const before = await retrieve(shop, id)
    const page = await customer.get()
    expect(page.status).to.equal(410)
    expect(page.text).to.contain('value="start_again"')
    const now = new Date(before.expires_at)
    const { checkout } = await restart(shop, customer)

    expect(checkout).to.deep.include(same)
    expect(checkout).to.deep.include({
      status: 'open',
      amount_subtotal: 55_000,
      amount_total: 55_000,
      discounts: [],
      promotion_codes: [],
      custom_fields: before.custom_fields,
    })
    const own = { id: 0, checkout_id: 0, amount_total: 0, created_at: '', updated_at: '' }
    const shape = (items: typeof checkout.items) => items.map((item) => ({ ...item, ...own }))
    expect(shape(checkout.items)).to.deep.equal(shape(before.items))
    expect(checkout.id).not.to.equal(id)
    expect(new Date(checkout.expires_at).getTime()).to.be.greaterThan(later(now, 58 * 86_400_000).getTime())
    expect((await retrieve(shop, id)).status).to.equal('expired')
  })

  it('keeps what the customer typed, and a guest stays a guest', async () => {
    const shop = await givenMerchant()
    const collecting = {
      phone_number_collection: true,
      delivery_address_collection: true,
      custom_fields: [{ label: 'Name', type: 'text' }],
    }
    const { customer, expire } = await givenExpired(shop, { ...tea(), ...collecting })
    await customer.pay({
      email: 'guest@example.com',
      phone: '99112233',
      'delivery_address[line1]': 'Street',
      'delivery_address[city]': 'Darkhan',
      'custom_fields[name]': 'Бат',
      test_outcome: 'declined',
    })
    await expire()
    const again = await restart(shop, customer)
    const { text } = await again.customer.get()
    for (const value of ['guest@example.com', '+97699112233', 'Darkhan', 'Бат'])
      expect(text).to.contain(value === '+97699112233' ? '97699112233' : `value="${value}"`)
    expect(again.checkout).to.include({ is_guest: true, customer_id: null })
    expect((await shop.get('/customers')).body.meta.total).to.equal(0)
  })

  it('uses the current price of a lookup key, and the same price for an id', async () => {
    const shop = await givenMerchant()
    const old = await givenPrice(shop, { lookup_key: 'coffee', unitAmount: 700 })
    const items = [
      { price: 'coffee', quantity: 2 },
      { price_id: old.id, quantity: 1 },
    ]
    const { customer, expire } = await givenExpired(shop, { items })
    const body = { product_id: old.product_id, unit_amount: 900, lookup_key: 'coffee' }
    await shop.post('/prices', { ...body, transfer_lookup_key: true }).expect(201)
    await expire()
    const { checkout } = await restart(shop, customer)
    expect(checkout.items.map(({ unit_amount }) => unit_amount)).to.deep.equal([900, 700])
    expect(checkout.amount_total).to.equal(2_500)
  })

  it('leads to the same new checkout if it is pressed ten times at once', async () => {
    const shop = await givenMerchant()
    const { customer, expire } = await givenExpired(shop)
    await expire()
    const presses = await Promise.all(Array.from({ length: 10 }, () => customer.press('start_again')))
    const urls = new Set(presses.map(({ headers }) => headers.location))
    expect(urls.size).to.equal(1)
    expect([...urls][0]).to.match(/\/checkout\/\d+\//)
    expect(await count(shop)).to.equal(2)
  })

  it('is possible again when the new one has expired too', async () => {
    const shop = await givenMerchant()
    const { customer, expire } = await givenExpired(shop)
    await expire()
    const second = await restart(shop, customer)
    await travelTo(shop.projectId, new Date(second.checkout.expires_at))
    const third = await restart(shop, second.customer)
    expect(third.checkout.status).to.equal('open')
    expect((await restart(shop, customer)).id).to.equal(second.id)
  })

  it('works from the exact expiry, before the timer has run', async () => {
    const shop = await givenMerchant()
    const { customer, retrieve: now } = await givenCheckout(shop)
    const end = new Date((await now()).expires_at)
    setClock(() => end)
    expect((await restart(shop, customer)).checkout.status).to.equal('open')
  })

  it('has no effect for one that is open or paid', async () => {
    const shop = await givenMerchant()
    const { url, customer } = await givenCheckout(shop)
    const page = await customer.get()
    const press = async () => (await customer.press('start_again', {}, page)).headers.location
    expect(await press()).to.equal(new URL(url).pathname)
    await customer.pay({}, page)
    expect(await press()).to.equal(new URL(url).pathname)
    expect(await count(shop)).to.equal(1)
  })

  it('is offered for a renewal, and not for a plan change with or without credit', async () => {
    const club = await givenClub([BASIC, { lookup_key: 'gold', unit_amount: 90_000 }])
    const { id } = await club.trial('basic', 90) // a trial gives no credit
    const gold = await club.opened('gold', { subscription_id: id })
    const basic = await club.opened('basic', { subscription_id: id })
    const open = await gold.customer.get()
    const pages: Record<string, Response> = {}
    const { expires_at } = await club.checkout(basic.id)
    for (const { id: checkoutId, customer } of [gold, basic]) {
      setClock(() => new Date(expires_at))
      pages[checkoutId] = await customer.get()
    }
    expect(pages[gold.id]!.text).not.to.contain('start_again')
    expect(pages[basic.id]!.text).to.contain('start_again')
    expect((await gold.customer.press('start_again', {}, open)).status).to.equal(410)
    expect(await count(club.shop)).to.equal(2)
    const { checkout } = await restart(club.shop, basic.customer)
    expect(checkout).to.include({ status: 'open', subscription_id: id, amount_total: 30_000 })
  })

  it('shows that it is impossible if an item is not sold any more', async () => {
    const shop = await givenMerchant()
    const price = await givenPrice(shop)
    const { customer, expire } = await givenExpired(shop, { items: [{ price_id: price.id, quantity: 1 }] })
    await expire()
    await shop.patch(`/prices/${price.id}`, { active: false }).expect(200)
    const page = await customer.press('start_again')
    expect(page.status).to.equal(410)
    expect(page.text).not.to.contain('start_again')
    expect(await count(shop)).to.equal(1)
  })

  it('is rejected if the currency of the project has changed', async () => {
    const shop = await givenMerchant()
    const { customer, expire } = await givenExpired(shop)
    await expire()
    await shop.patch('', { currency: 'USD' }).expect(200)
    expect((await customer.press('start_again')).status).to.equal(410)
    expect(await count(shop)).to.equal(1)
  })
})
