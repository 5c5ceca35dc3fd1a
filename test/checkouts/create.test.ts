import { expect } from 'chai'
import { givenMerchant, tea } from '../support/given/merchant.ts'

describe('creating a checkout', () => {
  it('answers only its id and the address of its page', async () => {
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

  it('tells every problem at once, what only the database knows too', async () => {
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
})
