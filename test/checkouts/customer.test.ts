import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenCustomer, givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'

async function customerOf(shop: Merchant, body: object) {
  const { customer_id, customer_email, is_guest } = await (
    await givenCheckout(shop, { ...tea(), ...body })
  ).retrieve()
  return { customer_id, customer_email, is_guest }
}

async function customers(shop: Merchant): Promise<number> {
  return (await shop.get('/customers')).body.meta.total
}

describe('the customer of a new checkout', () => {
  it('is a guest if the request names no customer', async () => {
    const shop = await givenMerchant()
    expect(await customerOf(shop, {})).to.deep.equal({
      customer_id: null,
      customer_email: null,
      is_guest: true,
    })
  })

  it('is the customer with the given id, with their own email address', async () => {
    const shop = await givenMerchant()
    const id = await givenCustomer(shop, { email: 'bat@example.com' })
    const expected = { customer_id: id, customer_email: 'bat@example.com', is_guest: false }
    expect(await customerOf(shop, { customer_id: id })).to.deep.equal(expected)
  })

  it('is the customer with the given id, and a given address is used for this checkout only', async () => {
    const shop = await givenMerchant()
    const id = await givenCustomer(shop, { email: 'bat@example.com' })
    const other = await givenCustomer(shop, { email: 'other@example.com' })
    expect(other).not.to.equal(id)
    const expected = { customer_id: id, customer_email: 'other@example.com', is_guest: false }
    expect(await customerOf(shop, { customer_id: id, customer_email: 'other@example.com' })).to.deep.equal(
      expected,
    )
    expect((await shop.get(`/customers/${id}`)).body.data.email).to.equal('bat@example.com')
    expect(await customers(shop)).to.equal(2)
  })

  it('is a new customer if only an unknown address is given', async () => {
    const shop = await givenMerchant()
    const { customer_id: id, ...customer } = await customerOf(shop, { customer_email: 'New@Example.com' })
    expect(customer).to.deep.equal({ customer_email: 'New@Example.com', is_guest: false })
    expect((await shop.get(`/customers/${id}`)).body.data).to.include({
      email: 'New@Example.com',
      name: null,
    })
  })

  it('is the newest customer with the address, in any case', async () => {
    const shop = await givenMerchant()
    await givenCustomer(shop, { email: 'bat@example.com', client_reference_id: 'older' })
    const newest = await givenCustomer(shop, { email: 'Bat@example.com', client_reference_id: 'newer' })
    const customer = await customerOf(shop, { customer_email: 'BAT@EXAMPLE.COM' })
    expect(customer).to.deep.equal({
      customer_id: newest,
      customer_email: 'BAT@EXAMPLE.COM',
      is_guest: false,
    })
    expect(await customers(shop)).to.equal(2)
  })

  it('is never a customer of another project or mode', async () => {
    const [shop, other] = [await givenMerchant(), await givenMerchant()]
    const foreign = await givenCustomer(other, { email: 'bat@example.com' })
    const live = await givenCustomer(shop.live, { email: 'bat@example.com' })
    for (const id of [foreign, live]) {
      const { status, body } = await shop.post('/checkouts', { ...tea(), customer_id: id })
      expect([status, body.code]).to.deep.equal([422, 'customer_not_found'])
    }
    const { customer_id } = await customerOf(shop, { customer_email: 'bat@example.com' })
    expect([foreign, live]).not.to.include(customer_id)
  })

  it('is never a deleted customer', async () => {
    const shop = await givenMerchant()
    const deleted = await givenCustomer(shop, { email: 'bat@example.com' })
    await shop.delete(`/customers/${deleted}`).expect(200)
    const { body } = await shop.post('/checkouts', { ...tea(), customer_id: deleted })
    expect(body.code).to.equal('customer_not_found')
    expect((await customerOf(shop, { customer_email: 'bat@example.com' })).customer_id).not.to.equal(deleted)
  })
})
