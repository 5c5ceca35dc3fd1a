import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { letLose, letWin } from '../support/lost-race.ts'

describe('who loses a race each time', () => {
  afterEach(letWin)

  for (const how of ['deadlock', 'unique index'] as const) {
    it(`is asked to come again: 503 with Retry-After, by a ${how}`, async () => {
      const shop = await givenMerchant()
      await letLose('customers', shop.projectId, how)
      for (const key of ['', 'lost-1']) {
        const post = shop.post('/customers', { client_reference_id: 'user-7' })
        const { status, body, headers } = await (key ? post.set('Idempotency-Key', key) : post)
        expect([status, body.code, headers['retry-after']], key).to.deep.equal([503, 'unavailable', '1'])
      }
    })
  }

  it('is asked to come again by a page too', async () => {
    const shop = await givenMerchant()
    const { customer } = await givenCheckout(shop)
    await letLose('payments', shop.projectId, 'deadlock')
    const { status, headers, text } = await customer.pay()
    expect([status, headers['retry-after']]).to.deep.equal([503, '1'])
    expect(text).to.contain('</html>')
  })
})
