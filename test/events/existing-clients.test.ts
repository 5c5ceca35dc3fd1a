import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { closeReceivers, drain, givenEndpoint, givenReceiver } from '../support/given/receiver.ts'

describe('the fields of an event that existing clients read', () => {
  afterEach(closeReceivers)

  it('include the webhook id, and the checkout, times and project of each item', async () => {
    const shop = await givenMerchant()
    const receiver = await givenReceiver()
    const endpoint = await givenEndpoint(shop, receiver.url)
    const product_data = { name: 'Mug' }
    const price = (await shop.post('/prices', { product_data, unit_amount: 9_000 }).expect(201)).body.data
    const { id, customer } = await givenCheckout(shop, {
      items: [
        { price_id: price.id, quantity: 2 },
        { price_data: { unit_amount: 25_000, product_data: { name: 'Tea' } }, quantity: 1 },
      ],
    })
    await customer.pay()
    await drain(endpoint)

    const [{ headers, body } = { headers: {}, body: '{}' }] = receiver.received
    const event = JSON.parse(body)
    expect(event).to.include({ type: 'checkout.completed', webhook_id: headers['webhook-id'] })
    expect(event.webhook_id).to.equal(`evt_${event.id}`)
    expect((await shop.get(`/events/${event.id}`).expect(200)).body.data).to.deep.equal(event)
    const { items, created_at, updated_at } = event.data.object
    expect(items).to.have.length(2)
    for (const item of items) {
      expect(item).to.include({ checkout_id: id, created_at, updated_at })
      expect(item.price.product.project_id).to.equal(shop.projectId)
    }
  })
})
