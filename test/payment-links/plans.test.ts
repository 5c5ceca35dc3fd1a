import { expect } from 'chai'
import { givenCustomer, givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { givenLink } from '../support/given/payment-link.ts'
import { saidAt } from '../support/given/promotion-code.ts'

/** A link that sells a plan of ₮30,000 a month, by its lookup key. */
async function givenPlanLink(item: object = {}) {
  const shop = await givenMerchant()
  const plan = { product_data: { name: 'Gold' }, unit_amount: 30_000, recurring_interval: 'month' }
  const { body } = await shop.post('/prices', { ...plan, lookup_key: 'gold' }).expect(201)
  const price = body.data as { id: number; product_id: number }
  return { shop, price, ...(await givenLink(shop, { items: [{ price: 'gold', quantity: 1, ...item }] })) }
}

async function customersOf(shop: Merchant): Promise<number[]> {
  return ((await shop.get('/customers').expect(200)).body.data as { id: number }[]).map(({ id }) => id)
}

async function subscriptionsOf(shop: Merchant, customerId: number) {
  const { body } = await shop.get(`/subscriptions?customer_id=${customerId}`).expect(200)
  return body.data as { id: number; status: string; current_period_end: string }[]
}

describe('a payment link of a plan', () => {
  it('asks for an email address, creates the customer, and starts the subscription when it is paid', async () => {
    const { shop, id, visitor } = await givenPlanLink()
    const page = await visitor.get()
    expect(page.text).to.contain('₮30,000 a month').and.contain('Nothing is charged automatically.')
    for (const [typed, error] of [
      ['', 'Enter your email address: your plan belongs to it.'],
      ['a@b.mn; c@d.mn', 'Enter one email address only.'],
      [`${'x'.repeat(64)}@${'y.'.repeat(120)}mn`, 'An email address has at most 254 characters. Check it.'],
      ['bat@', 'Check the email address. It should look like name@example.com.'],
    ] as const)
      expect(saidAt(await visitor.press({ email: typed }), 'email')).to.equal(error)
    expect(await customersOf(shop)).to.deep.equal([])

    const { customer, retrieve } = await visitor.buy(shop, { email: 'bat@example.com' })
    const [customerId] = await customersOf(shop)
    expect(await retrieve()).to.include({
      mode: 'subscription',
      payment_link_id: id,
      customer_id: customerId,
      customer_email: 'bat@example.com',
    })
    await customer.pay()
    const [subscription] = await subscriptionsOf(shop, customerId!)
    expect(subscription).to.include({ status: 'active' })
    expect((await retrieve()).subscription_id).to.equal(subscription!.id)
  })

  it('sells several periods at once', async () => {
    const { shop, visitor } = await givenPlanLink({ adjustable_quantity: { enabled: true, max: 12 } })
    const { retrieve } = await visitor.buy(shop, { email: 'bat@example.com', 'quantity[0]': '3' })
    expect((await retrieve()).amount_total).to.equal(90_000)
  })

  it('renews the plan of a customer with that address, and does not show a visitor that there is one', async () => {
    const { shop, visitor, another } = await givenPlanLink()
    const first = await visitor.buy(shop, { email: 'bat@example.com' })
    await first.customer.pay()
    const [customerId] = await customersOf(shop)
    const [before] = await subscriptionsOf(shop, customerId!)
    const second = await another().buy(shop, { email: 'BAT@example.com' })
    const stranger = await another().buy(shop, { email: 'new@example.com' })
    const textOf = async ({ id, customer }: typeof second) =>
      (await customer.get()).text
        .replace(/BAT@example.com|new@example.com/g, '')
        .replaceAll(new RegExp(`checkout/${id}/[\\w-]+|(form_token|value)="[^"]*"`, 'g'), '')
    expect(await textOf(second))
      .to.equal(await textOf(stranger))
      .and.not.match(/lasts until|Paid until/)
    await second.customer.pay()
    expect(await customersOf(shop)).to.have.length(2)
    const [after, ...others] = await subscriptionsOf(shop, customerId!)
    expect(others).to.deep.equal([])
    expect(after!.id).to.equal(before!.id)
    expect(new Date(after!.current_period_end) > new Date(before!.current_period_end)).to.equal(true)
  })

  it('shows no phone number and address that the merchant has of the customer with that address', async () => {
    const shop = await givenMerchant()
    const plan = { product_data: { name: 'Gold' }, unit_amount: 30_000, recurring_interval: 'month' }
    const { body } = await shop.post('/prices', plan).expect(201)
    await givenCustomer(shop, { email: 'bat@example.com', phone: '99112233' })
    const items = [{ price_id: body.data.id as number, quantity: 1 }]
    const { visitor } = await givenLink(shop, { items, phone_number_collection: true })
    const { customer } = await visitor.buy(shop, { email: 'bat@example.com' })
    expect((await customer.get()).text).to.not.contain('99112233')
  })

  it('does not change a plan to another price', async () => {
    const { shop, price, visitor } = await givenPlanLink()
    await (await visitor.buy(shop, { email: 'bat@example.com' })).customer.pay()
    const yearly = { product_id: price.product_id, unit_amount: 300_000, recurring_interval: 'year' }
    const { body } = await shop.post('/prices', yearly).expect(201)
    const other = await givenLink(shop, { items: [{ price_id: body.data.id as number, quantity: 1 }] })
    const page = await other.visitor.press({ email: 'bat@example.com' })
    expect([page.status, saidAt(page, 'email')]).to.deep.equal([
      422,
      'This address already has a plan here, at another price. Contact Shop to change it.',
    ])
    expect(page.text).to.contain('value="bat@example.com"')
  })

  it('opens one checkout and creates one customer for two presses at once', async () => {
    const { shop, visitor } = await givenPlanLink()
    const page = await visitor.get()
    const press = () => visitor.press({ email: 'bat@example.com' }, page)
    const [one, other] = await Promise.all([press(), press()])
    expect(one.headers.location).to.equal(other.headers.location)
    expect(await customersOf(shop)).to.have.length(1)
  })

  it('creates a new customer after the first one was erased', async () => {
    const { shop, visitor } = await givenPlanLink()
    const before = await visitor.buy(shop, { email: 'bat@example.com' })
    const [erased] = await customersOf(shop)
    await shop.delete(`/customers/${erased!}`).expect(200)
    const after = await visitor.buy(shop, { email: 'bat@example.com' })
    expect(after.id).to.not.equal(before.id)
    expect((await after.retrieve()).customer_id).to.not.equal(erased)
    expect(await before.retrieve()).to.include({ status: 'expired', customer_email: null })
  })
})
