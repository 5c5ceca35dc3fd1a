import { expect } from 'chai'
import { Customer } from '../support/customer.ts'
import { givenMerchant } from '../support/given.ts'
import type { Merchant } from '../support/given.ts'
import { outlineOf, statementsOf } from '../support/statements.ts'

const ORDER = { items: [{ price: 'tea', quantity: 2 }], client_reference_id: 'order-1' }

/** A shop whose token and settings are remembered by now, and whose price is registered. */
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

/** Round trips to the database are what a request costs: one more is noticed here first. */
describe('the statements of a request', () => {
  it('are seven for creating a checkout with a registered price and an idempotency key', async () => {
    const shop = await givenBusyShop()
    await openCheckout(shop)
    const statements = await statementsOf(() =>
      shop.post('/checkouts', ORDER).set('Idempotency-Key', 'order-1').expect(201),
    )
    expect(outlineOf(statements)).to.deep.equal([
      'BEGIN',
      'SELECT prices',
      'INSERT checkouts',
      'INSERT checkout_items',
      'INSERT timers',
      'INSERT idempotency_keys',
      'COMMIT',
    ])
  })

  it('are six without the key, however many items there are', async () => {
    const shop = await givenBusyShop()
    await openCheckout(shop)
    const many = { items: Array.from({ length: 20 }, () => ORDER.items[0]) }
    const statements = await statementsOf(() => shop.post('/checkouts', many).expect(201))
    expect(outlineOf(statements)).to.deep.equal([
      'BEGIN',
      'SELECT prices',
      'INSERT checkouts',
      'INSERT checkout_items',
      'INSERT timers',
      'COMMIT',
    ])
  })

  it('is one for retrieving a checkout, as long as token and project are remembered', async () => {
    const shop = await givenBusyShop()
    const { id } = await openCheckout(shop)
    const statements = await statementsOf(() => shop.get(`/checkouts/${id}`).expect(200))
    expect(outlineOf(statements)).to.deep.equal(['SELECT checkouts'])
  })

  it('are two for replaying an answer, after the attempt that meets the key', async () => {
    const shop = await givenBusyShop()
    await shop.post('/checkouts', ORDER).set('Idempotency-Key', 'order-2').expect(201)
    const statements = await statementsOf(() =>
      shop.post('/checkouts', ORDER).set('Idempotency-Key', 'order-2').expect(201),
    )
    expect(outlineOf(statements).slice(-2)).to.deep.equal(['ROLLBACK', 'SELECT idempotency_keys'])
  })

  it('are at most two for showing a page', async () => {
    const shop = await givenBusyShop()
    const customer = new Customer((await openCheckout(shop)).url)
    await customer.look()
    const statements = await statementsOf(() => customer.look())
    expect(statements.length, outlineOf(statements).join(', ')).to.be.within(1, 2)
  })

  it('are at most twenty for paying, the event and the letter included', async () => {
    const shop = await givenBusyShop()
    const customer = new Customer((await openCheckout(shop)).url)
    const page = await customer.look()
    const statements = await statementsOf(() => customer.pay({}, page))
    expect(statements.length, outlineOf(statements).join(', ')).to.be.within(10, 20)
  })
})
