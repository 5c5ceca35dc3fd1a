import { expect } from 'chai'
import { onConnection } from '../../db/sql.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../support/given/merchant.ts'
import { closeReceivers, drain, givenEndpoint, givenReceiver } from '../support/given/receiver.ts'

/** Creates an endpoint that returns each body it receives, like a server for inspecting webhooks. */
async function givenEcho(shop: Merchant) {
  const receiver = await givenReceiver()
  receiver.behave = (response) => {
    const { body } = receiver.received.at(-1)!
    const [email = ''] = /[\w-]+@example\.com/.exec(body) ?? []
    response.setHeader('x-echo', email).end(body)
  }
  return givenEndpoint(shop, receiver.url)
}

function responsesOf({
  projectId,
}: Merchant): Promise<{ response_body: string | null; response_headers: string | null }[]> {
  return onConnection((sql) =>
    sql.rows(
      'SELECT response_body, response_headers FROM webhook_attempts WHERE project_id = ? ORDER BY id',
      [projectId],
    ),
  )
}

describe('the responses of an endpoint that returns what it receives', () => {
  afterEach(closeReceivers)

  it('are deleted when the customer is erased', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEcho(shop)
    const { id } = (await shop.post('/customers', { email: 'bat@example.com' }).expect(201)).body.data
    const { customer } = await givenCheckout(shop, { ...tea(), customer_id: id })
    await customer.pay({ email: 'bat@example.com' })
    await drain(endpoint)
    expect((await responsesOf(shop))[0]!.response_body).to.include('bat@example.com')
    expect((await responsesOf(shop))[0]!.response_headers).to.include('bat@example.com')

    await shop.delete(`/customers/${id}`).expect(200)
    expect(await responsesOf(shop)).to.deep.equal([{ response_body: null, response_headers: null }])
  })

  it('are deleted when the guest is erased, but not those about other people', async () => {
    const shop = await givenMerchant()
    const endpoint = await givenEcho(shop)
    for (const email of ['guest@example.com', 'friend@example.com']) {
      const { customer } = await givenCheckout(shop)
      await customer.pay({ email })
    }
    await drain(endpoint)
    await shop.post('/erasures', { email: 'guest@example.com' }).expect(200)
    const [first, second] = await responsesOf(shop)
    expect(first!.response_body).to.equal(null)
    expect(second!.response_body).to.include('friend@example.com')
  })
})
