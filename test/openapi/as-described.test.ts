import { expect } from 'chai'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { asDescribed } from './as-described.ts'

describe('the check of every answer in the tests', () => {
  it('accepts an answer that matches the description', async () => {
    const shop = await givenMerchant()
    const answer = await shop.post('/checkouts', tea())
    expect(() => asDescribed(answer)).to.not.throw()
  })

  it('rejects an answer with an unknown or missing property', async () => {
    const shop = await givenMerchant()
    const { body } = await shop.post('/checkouts', tea())
    const answer = await shop.get(`/checkouts/${body.data.id}`)
    answer.body.data.colour = 'red'
    expect(() => asDescribed(answer)).to.throw('colour')
    delete answer.body.data.colour
    answer.body.data.items[0].price.product.name = null
    expect(() => asDescribed(answer)).to.throw('/data/items/0/price')
    delete answer.body.data.mode
    expect(() => asDescribed(answer)).to.throw('mode')
  })

  it('rejects an unknown status, code or endpoint', async () => {
    const shop = await givenMerchant()
    const answer = await shop.get('/checkouts')
    expect(() => asDescribed(Object.assign(answer, { status: 201 }))).to.throw('does not know')
    const refused = await shop.get('/checkouts?page=0')
    refused.body.code = 'customer_required'
    expect(() => asDescribed(refused)).to.throw('/code')
    const unknown = await shop.get('/nothing')
    expect(() => asDescribed(Object.assign(unknown, { status: 200 }))).to.throw('does not know')
  })
})
