import { expect } from 'chai'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'
import { letLose, letWin } from '../support/lost-race.ts'

describe('a request that loses every race', () => {
  afterEach(letWin)

  for (const how of ['deadlock', 'unique index'] as const) {
    it(`returns 503 with Retry-After: ${how}`, async () => {
      const shop = await givenMerchant()
      await letLose('customers', shop.projectId, how)
      for (const key of ['', 'lost-1']) {
        const post = shop.post('/customers', { client_reference_id: 'user-7' })
        const { status, body, headers } = await (key ? post.set('Idempotency-Key', key) : post)
        expect([status, body.code, headers['retry-after']], key).to.deep.equal([503, 'unavailable', '1'])
      }
    })
  }

  it('shows a page with Retry-After to a browser', async () => {
    const shop = await givenMerchant()
    const { customer } = await givenCheckout(shop)
    await letLose('payments', shop.projectId, 'deadlock')
    const { status, headers, text } = await customer.pay()
    expect([status, headers['retry-after']]).to.deep.equal([503, '1'])
    expect(text).to.contain('</html>')
  })
})
