import { expect } from 'chai'
import { receiptPayload } from '../../common/services/checkouts/complete.ts'
import { renderEmail } from '../../common/services/emails/render.ts'
import { itemDescription } from '../../common/services/text/order-in-words.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { projectOf } from '../support/given/email.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { textOf } from '../support/given/portal-visitor.ts'

describe('the description of an item', () => {
  it('is shown on the page and the receipt as it was at the time of the order', async () => {
    const shop = await givenMerchant()
    const made = { product_data: { name: 'Tea', description: 'First\nflush' }, unit_amount: 5 }
    const { id, product_id } = (await shop.post('/prices', made).expect(201)).body.data
    const product_data = {
      name: 'Cup',
      description: 'Blue & large',
      image_url: 'https://shop.example/cup.png',
    }
    const items = [
      { price_id: id, quantity: 1 },
      { price_data: { unit_amount: 5, product_data }, quantity: 1 },
    ]
    const { customer, retrieve } = await givenCheckout(shop, { items })
    await shop.patch(`/products/${product_id}`, { description: 'Second flush' }).expect(200)
    expect(textOf(await customer.get()))
      .to.include('First flush')
      .and.to.include('Blue &amp; large')
    await customer.pay()
    const paid = await retrieve()
    expect(paid.items.map(({ description }) => description)).to.deep.equal(['First\nflush', 'Blue & large'])
    expect(paid.items[0]?.product).to.include({ description: 'Second flush' })
    expect(paid.items[1]?.product).to.include({ id: null, client_reference_id: null, ...product_data })
    expect(textOf(await customer.get()))
      .to.include('First flush')
      .and.to.not.include('Second')
    const project = await projectOf(shop)
    const { text, html } = renderEmail('receipt', receiptPayload(project, paid), {
      ...{ project, locale: 'en', isTest: true },
    })
    expect(text).to.include('Cup: ₮5\nBlue & large\n')
    expect(html).to.include('Blue &amp; large')
  })

  it('is cut to 200 characters, and to 100 in an order of more than five lines', () => {
    const length = (lines: number) =>
      Array.from(itemDescription({ description: 'өдөр '.repeat(1000) }, lines) ?? '').length
    expect([length(5), length(6)]).to.deep.equal([200, 100])
    expect(itemDescription({ description: ' \n ' }, 1)).to.equal(null)
    expect(itemDescription({ description: 'x'.repeat(200) }, 1)).to.equal('x'.repeat(200))
  })
})
