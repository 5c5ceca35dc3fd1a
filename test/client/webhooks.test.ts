import { expect } from 'chai'
import { webhooks, WebhookVerificationError } from '../support/client.ts'
import { vectors } from '../support/webhook-vectors.ts'

describe('the webhook verification of the client package', () => {
  const realNow = Date.now
  afterEach(() => {
    Date.now = realNow
  })

  for (const { name, headers, body, secret, now, accepts } of vectors) {
    it(`accepts or rejects a delivery: ${name}`, async () => {
      Date.now = () => now * 1000 // the library reads this clock only
      const verify = () => webhooks.verify(Buffer.from(body), new Headers(headers), secret)
      if (accepts.standard)
        expect(verify()).to.deep.equal({ webhook_id: headers['webhook-id'], ...JSON.parse(body) })
      else expect(verify).to.throw(WebhookVerificationError)

      const plain = await webhooks.verifyPlain(body, headers, secret).catch((error: Error) => error)
      if (accepts.plain) expect(plain).to.deep.equal(JSON.parse(body))
      else expect(plain).to.be.instanceOf(WebhookVerificationError)
    })
  }

  it('fills in the id of a delivery whose body has none from the signed header', () => {
    const vector = vectors.find(
      ({ accepts, body }) => accepts.standard && !('webhook_id' in JSON.parse(body)),
    )
    const { headers, body, secret, now } = vector!
    Date.now = () => now * 1000
    expect(webhooks.verify(body, headers, secret).webhook_id).to.equal(headers['webhook-id'])
  })

  it('rejects a parsed body, and accepts a plain header with another name', async () => {
    const { headers, body, secret } = vectors.find(({ accepts }) => accepts.plain)!
    expect(() => webhooks.verify(JSON.parse(body), headers, secret)).to.throw('raw body')
    expect(() => webhooks.verify(Uint8Array.of(255), headers, secret)).to.throw(WebhookVerificationError)
    const { 'tolbor-signature': signature } = headers
    expect(await webhooks.verifyPlain(body, { 'X-Signature': signature }, secret, 'X-Signature')).to.be.an(
      'object',
    )
  })
})
