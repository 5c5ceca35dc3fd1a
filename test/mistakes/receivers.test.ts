import { expect } from 'chai'
import { Tolbor, webhooks, WebhookVerificationError } from '../support/client.ts'
import { vectors } from '../support/webhook-vectors.ts'
import { missingPhrases, show } from './mistake.ts'

const genuine = vectors.find(({ accepts }) => accepts.standard && accepts.plain)!
const { headers, body, secret, now } = genuine
const verify = (change: { headers?: object; body?: unknown; secret?: unknown }) => () => {
  const given = { headers, body, secret, ...change }
  return webhooks.verify(given.body, given.headers, given.secret)
}
const other = `whsec_${Buffer.from('x'.repeat(24)).toString('base64')}`

// prettier-ignore
const mistakes: readonly (readonly [name: string, attempt: () => unknown, expectation: string, late?: number])[] = [
  ['no headers', verify({ headers: {} }), 'webhook-id, webhook-timestamp or webhook-signature are missing … pass all headers'],
  ['the secret of another endpoint', verify({ secret: other }), 'No signature matches … secret of this endpoint … body as it arrived'],
  ['a body that was parsed and converted again', verify({ body: JSON.stringify(JSON.parse(body), null, 2) }), 'No signature matches … not parsed and converted again'],
  ['a parsed body', verify({ body: JSON.parse(body) as unknown }), 'raw body … not parsed'],
  ['no secret', verify({ secret: undefined }), 'secret must be the secret of the webhook endpoint: whsec_'],
  ['an empty secret', verify({ secret: '' }), 'secret must be the secret of the webhook endpoint: whsec_'],
  ['a token as secret', verify({ secret: 'sk_test_…' }), 'secret must be the secret of the webhook endpoint: whsec_'],
  ['a stored delivery', verify({}), 'more than five minutes old … clock of this machine … when it arrives', 3600],
  ['a clock that is behind', verify({}), 'more than five minutes ahead … clock of this machine', -3600],
  ['an address without a project', () => new Tolbor({ api: 'https://pay.example.com', token: 'sk_test_x' }), 'api must be like https://pay.example.com/v1/projects/1'],
  ['no token', () => new Tolbor({ api: 'https://pay.example.com/v1/projects/1', token: '' }), 'token must be one of the project: sk_test_'],
]

describe('the answer to a mistake in a receiver or a client', () => {
  const realNow = Date.now
  afterEach(() => {
    Date.now = realNow
  })

  for (const [name, attempt, expectation, late = 0] of mistakes)
    it(`names the problem and the next step: ${name}`, () => {
      Date.now = () => (now + late) * 1000 // the library reads this clock only
      let error: unknown
      try {
        attempt()
      } catch (thrown) {
        error = thrown
      }
      expect(error instanceof WebhookVerificationError || error instanceof TypeError).to.equal(true)
      const { message } = error as Error
      show(name, message)
      expect(missingPhrases(message, expectation.split(' … ')), message).to.deep.equal([])
    })
})
