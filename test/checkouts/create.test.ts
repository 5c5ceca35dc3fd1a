import { expect } from 'chai'
import { givenMerchant, tea } from '../support/given/merchant.ts'

describe('creating a checkout', () => {
  it('returns only its id and the URL of its page', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/checkouts', tea())
    expect(status).to.equal(201)
    expect(body).to.have.all.keys('data')
    expect(body.data).to.have.all.keys('id', 'url')
    const found = await shop.get(`/checkouts/${body.data.id}`)
    expect(found.status).to.equal(200)
    expect(found.body.data).to.include({
      status: 'open',
      amount_total: 25_000,
      is_guest: true,
      url: body.data.url,
    })
  })

  it('reports all problems at once, including those that only the database shows', async () => {
    const shop = await givenMerchant()
    const { status, body } = await shop.post('/checkouts', {
      items: [{ price: 'gold', quantity: 0 }],
      customer_id: 999,
      colour: 'red',
    })
    expect(status).to.equal(422)
    expect(body.code).to.equal('validation_failed')
    expect(body.errors).to.have.all.keys('items.0.price', 'items.0.quantity', 'customer_id', 'colour')
  })

  it('uses the current name and state of a product, even after earlier sales', async () => {
    const shop = await givenMerchant()
    const body = { items: [{ price: 'tea', quantity: 1 }] }
    const price = { product_data: { name: 'Tea' }, unit_amount: 25_000, lookup_key: 'tea' }
    const { id, product_id: productId } = (await shop.post('/prices', price).expect(201)).body.data
    const sell = async () => {
      const { data } = (await shop.post('/checkouts', body).expect(201)).body
      return (await shop.get(`/checkouts/${data.id}`).expect(200)).body.data.items[0].name as string
    }
    expect([await sell(), await sell()]).to.deep.equal(['Tea', 'Tea'])
    await shop.patch(`/products/${productId}`, { name: 'Green tea' }).expect(200)
    expect(await sell()).to.equal('Green tea')
    await shop.patch(`/prices/${id}`, { active: false }).expect(200)
    const refused = await shop.post('/checkouts', body)
    expect([refused.status, refused.body.code]).to.deep.equal([422, 'price_inactive'])
    await shop.patch(`/prices/${id}`, { active: true }).expect(200)
    expect(await sell(), 'the refusal ends with its reason').to.equal('Green tea')
  })
})
