import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'chai'
import { ANSWER_WITHIN } from '../../common/runtime/deadline.ts'
import { app } from '../support/ask.ts'
import { hiddenFields } from '../support/customer.ts'
import { givenCheckout } from '../support/given/checkout.ts'
import { givenMerchant } from '../support/given/merchant.ts'

describe('a form over a slow network', () => {
  it('is processed even if it took longer to arrive than a response may take', async () => {
    const { url, customer, retrieve } = await givenCheckout(await givenMerchant())
    const fields = hiddenFields((await customer.get()).text)
    const pressed = { ...fields, action: 'pay', email: 'bat@example.com', payment_method: 'test' }
    const body = String(new URLSearchParams({ ...pressed, test_outcome: 'succeeds' }))
    const server = app.listen(0, '127.0.0.1')
    try {
      await once(server, 'listening')
      const { port } = server.address() as AddressInfo
      const headers = {
        'Content-Type': 'application/x-www-form-urlencoded',
        'Content-Length': body.length,
        Connection: 'close',
      }
      const sending = request({ port, path: new URL(url).pathname, method: 'POST', headers })
      const responded = once(sending, 'response')
      sending.write(body.slice(0, 10))
      await pause(ANSWER_WITHIN + 200)
      sending.end(body.slice(10))
      const [response] = (await responded) as [IncomingMessage]
      response.resume()
      expect(response.statusCode).to.equal(303)
      expect((await retrieve()).status).to.equal('complete')
    } finally {
      server.close()
    }
  })
})
