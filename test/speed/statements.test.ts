import { expect } from 'chai'
import { Customer } from '../support/customer.ts'
import { type Club, givenClub } from '../support/given/club.ts'
import { givenMerchant, type Merchant } from '../support/given/merchant.ts'
import { Visitor } from '../support/given/portal-visitor.ts'
import { givenReported } from '../support/given/transfer.ts'
import { forgetNothing, outlineOf, roundTripsOf, statementsOf } from '../support/statements.ts'

const ORDER = { items: [{ price: 'tea', quantity: 2 }], client_reference_id: 'order-1' }

/** Creates a shop whose token and settings are cached, and whose price is registered. */
async function givenBusyShop(): Promise<Merchant> {
  const shop = await givenMerchant()
  await shop
    .post('/prices', { product_data: { name: 'Tea' }, unit_amount: 25_000, lookup_key: 'tea' })
    .expect(201)
  return shop
}

async function openCheckout(shop: Merchant): Promise<{ id: number; url: string }> {
  const { body } = await shop.post('/checkouts', ORDER).expect(201)
  return body.data
}

/** Round trips to the database dominate the cost of a request. These tests notice another one. */
describe('the statements of a request', () => {
  forgetNothing()

  it('are eight in two round trips for creating a checkout with a known price and an idempotency key', async () => {
    const shop = await givenBusyShop()
    await openCheckout(shop)
    const trips = await roundTripsOf(() =>
      shop.post('/checkouts', ORDER).set('Idempotency-Key', 'order-1').expect(201),
    )
    expect(trips.map(outlineOf)).to.deep.equal([
      ['BEGIN', 'SELECT prices', 'INSERT checkouts'],
      ['INSERT checkout_items', 'INSERT timers', 'INSERT idempotency_keys', 'INSERT audit_log', 'COMMIT'],
    ])
  })

  it('take one more round trip for the first sale of a price, for any number of items', async () => {
    const shop = await givenBusyShop()
    const many = { items: Array.from({ length: 20 }, () => ORDER.items[0]) }
    const trips = await roundTripsOf(() => shop.post('/checkouts', many).expect(201))
    expect(trips.map(outlineOf)).to.deep.equal([
      ['BEGIN', 'SELECT prices'],
      ['INSERT checkouts'],
      ['INSERT checkout_items', 'INSERT timers', 'INSERT audit_log', 'COMMIT'],
    ])
  })

  it('are one for the newest checkouts and their number, so that no transaction is needed', async () => {
    const shop = await givenBusyShop()
    for (let count = 0; count < 3; count += 1) await openCheckout(shop)
    const readList = async (limit: number) => {
      let meta: unknown
      const statements = await statementsOf(async () => {
        meta = (await shop.get(`/checkouts?limit=${limit}`).expect(200)).body.meta
      })
      return { meta, statements: outlineOf(statements) }
    }
    const statements = ['SELECT checkouts']
    const meta = (perPage: number, lastPage: number) => ({
      ...{ current_page: 1, last_page: lastPage, per_page: perPage, total: 3 },
    })
    expect(await readList(2)).to.deep.equal({ meta: meta(2, 2), statements })
    expect(await readList(3)).to.deep.equal({ meta: meta(3, 1), statements })
    expect(await readList(25)).to.deep.equal({ meta: meta(25, 1), statements })
  })

  it("are one more for a customer's order, which reads and locks the customer at once", async () => {
    const shop = await givenBusyShop()
    const { id } = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
    await openCheckout(shop)
    const order = { ...ORDER, customer_id: id }
    const trips = await roundTripsOf(() => shop.post('/checkouts', order).expect(201))
    expect(trips.map(outlineOf)).to.deep.equal([
      ['BEGIN', 'SELECT prices', 'SELECT customers'],
      ['INSERT checkouts'],
      ['INSERT checkout_items', 'INSERT timers', 'INSERT audit_log', 'COMMIT'],
    ])
    expect(trips[0]![2]).to.match(/LOCK IN SHARE MODE$/)
  })

  it('update a payment once when its money is confirmed, fully or in part', async () => {
    const { confirm } = await givenReported()
    for (const sum of [{ amount_received: 10_000 }, {}]) {
      const statements = await statementsOf(() => confirm(sum).expect(200))
      expect(outlineOf(statements).filter((outline) => outline === 'UPDATE payments')).to.have.length(1)
    }
  })

  it('are two for retrieving a payment with money, and a snapshot only if it has refunds', async () => {
    const { shop, paymentId, confirm } = await givenReported()
    await confirm().expect(200)
    const read = async () =>
      outlineOf(await statementsOf(() => shop.get(`/payments/${paymentId}`).expect(200)))
    expect(await read()).to.deep.equal(['SELECT payments', 'SELECT refunds'])
    await shop.post(`/payments/${paymentId}/refunds`, { amount: 1 }).expect(201)
    const both = ['SELECT payments', 'SELECT refunds']
    expect(await read()).to.deep.equal([...both, 'SET', 'START', ...both, 'COMMIT'])
  })

  it('are one for retrieving a checkout with a cached token and project', async () => {
    const shop = await givenBusyShop()
    const { id } = await openCheckout(shop)
    const statements = await statementsOf(() => shop.get(`/checkouts/${id}`).expect(200))
    expect(outlineOf(statements)).to.deep.equal(['SELECT checkouts'])
  })

  it('are two for replaying a response, after the attempt that finds the key', async () => {
    const shop = await givenBusyShop()
    await shop.post('/checkouts', ORDER).set('Idempotency-Key', 'order-2').expect(201)
    const statements = await statementsOf(() =>
      shop.post('/checkouts', ORDER).set('Idempotency-Key', 'order-2').expect(201),
    )
    expect(outlineOf(statements).slice(-2)).to.deep.equal(['ROLLBACK', 'SELECT idempotency_keys'])
  })

  it('are one for showing a page without a payment, and two afterwards', async () => {
    const shop = await givenBusyShop()
    const customer = new Customer((await openCheckout(shop)).url)
    const page = await customer.get()
    const show = () => statementsOf(() => customer.get())
    expect(await show()).to.have.lengthOf(1)
    await customer.pay({ test_outcome: 'declined' }, page)
    expect(await show()).to.have.lengthOf(2)
  })

  it('are at most two for showing an invoice', async () => {
    const shop = await givenBusyShop()
    const { body } = await shop.post('/invoices', { amount: 5_000 }).expect(201)
    const customer = new Customer((body as { data: { url: string } }).data.url)
    await customer.get()
    const statements = await statementsOf(() => customer.get())
    expect(statements.length, outlineOf(statements).join(', ')).to.be.within(1, 2)
  })

  it('are at most four for showing a plan change that asks for a phone number', async () => {
    const club = await givenClub([{ lookup_key: 'basic' }, { lookup_key: 'gold', unit_amount: 90_000 }])
    const { id } = await club.buy('basic')
    const { customer } = await club.opened('gold', { subscription_id: id, phone_number_collection: true })
    await customer.get()
    const statements = await statementsOf(() => customer.get())
    expect(statements.length, outlineOf(statements).join(', ')).to.be.within(3, 4)
  })

  it('are at most 21 in eleven round trips for paying, including the event and the email', async () => {
    const shop = await givenBusyShop()
    const customer = new Customer((await openCheckout(shop)).url)
    const page = await customer.get()
    const trips = (await roundTripsOf(() => customer.pay({}, page))).map(outlineOf)
    expect(trips.flat().length, JSON.stringify(trips)).to.be.within(10, 21)
    expect(trips.length, JSON.stringify(trips)).to.be.within(2, 11)
  })
})

/** Creates a customer with subscriptions to `held` products, each with a scheduled plan change. */
async function givenMember(count: number): Promise<{ club: Club; ids: number[]; visitor: Visitor }> {
  const club = await givenClub([{ lookup_key: 'plan-0' }])
  const key = (product: number) => `plan-${product}`
  for (let product = 1; product < count; product += 1) {
    const body = { unit_amount: 30_000, recurring_interval: 'month', product_data: { name: key(product) } }
    await club.shop.post('/prices', { ...body, lookup_key: key(product) }).expect(201)
  }
  const ids: number[] = []
  for (let product = 0; product < count; product += 1) ids.push((await club.buy(key(product))).id)
  for (const id of ids) {
    const { body } = await club.shop.get(`/subscriptions/${id}`).expect(200)
    const cheaper = { product_id: body.data.product_id, unit_amount: 20_000, recurring_interval: 'month' }
    const { body: price } = await club.shop.post('/prices', cheaper).expect(201)
    await club.shop.post(`/subscriptions/${id}/schedule-change`, { price_id: price.data.id }).expect(200)
  }
  return { club, ids, visitor: await Visitor.of(club) }
}

describe('the statements of a page of the portal', () => {
  forgetNothing()

  it('are the same few for a list of any number of subscriptions', async () => {
    const counted: string[][] = []
    for (const count of [1, 4]) {
      const { visitor } = await givenMember(count)
      await visitor.get('/portal')
      counted.push(outlineOf(await statementsOf(() => visitor.get('/portal'))))
    }
    expect(counted[1]).to.deep.equal(counted[0])
    expect(counted[0]!.length, counted[0]!.join(', ')).to.be.within(1, 10)
  })

  const pages: [page: string, most: number][] = [
    ['renew', 6],
    ['plans', 6],
    ['cancel', 4],
  ]
  for (const [page, most] of pages)
    it(`are at most ${most} for ${page}`, async () => {
      const { ids, visitor } = await givenMember(1)
      const address = `/portal/subscriptions/${ids[0]}/${page}`
      await visitor.get(address)
      const statements = outlineOf(await statementsOf(() => visitor.get(address)))
      expect(statements.length, statements.join(', ')).to.be.within(1, most)
    })
})
