import { expect } from 'chai'
import { givenMerchant, tea } from '../support/given/merchant.ts'
import { asDescribed } from './as-described.ts'

describe('the check that every answer in these tests goes through', () => {
  it('lets an answer pass that is as it is described', async () => {
    const shop = await givenMerchant()
    const answer = await shop.post('/checkouts', tea())
    expect(() => asDescribed(answer)).to.not.throw()
  })

  it('stops at a property that is not described, or not there', async () => {
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

  it('stops at a status, a code and an endpoint that are not described', async () => {
    const shop = await givenMerchant()
    const answer = await shop.get('/checkouts')
    expect(() => asDescribed(Object.assign(answer, { status: 201 }))).to.throw('does not know')
    const refused = await shop.get('/checkouts?page=0')
    refused.body.code = 'customer_required'
    expect(() => asDescribed(refused)).to.throw('/code')
    const stranger = await shop.get('/nothing')
    expect(() => asDescribed(Object.assign(stranger, { status: 200 }))).to.throw('does not know')
  })
})
