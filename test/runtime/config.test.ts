import { expect } from 'chai'
import { ConfigError, readConfig } from '../../common/runtime/config.ts'

const USABLE = {
  DATABASE_URL: 'mysql://root@127.0.0.1:3306/tolbor',
  REDIS_URL: 'redis://127.0.0.1:6379/0',
  BASE_URL: 'https://pay.example.com',
  SECRET_KEY: 'a'.repeat(64),
}

/** The variables that are complained of; none where the environment is usable. */
function complaints(given: Record<string, string>): string[] {
  try {
    readConfig({ ...USABLE, ...given })
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return [...error.message.matchAll(/^ {2}- ([A-Z_]+) (?:must|is) /gm)].map(([, name]) => name!)
  }
}

describe('the environment', () => {
  const rows: [name: string, value: string, usable: boolean, because: string][] = [
    ['BASE_URL', 'http://127.0.0.1:3000/', true, 'a slash at the end is left out'],
    ['BASE_URL', 'ftp://pay.example.com', false, 'pages are not served by FTP'],
    ['BASE_URL', 'https://example.com/pay', false, 'pages are served at the root'],
    ['BASE_URL', 'https://example.com?shop=1', false, 'every address would end in it'],
    ['BASE_URL', 'https://a:b@example.com', false, 'the password would be in every letter'],
    ['EMAIL_FROM', 'billing@example.com', true, 'an address is enough'],
    ['EMAIL_FROM', 'Tolbor', false, 'nobody can answer a name'],
    ['EMAIL_FROM', 'Tolbor <billing@example.com', false, 'the bracket is left open'],
    ['EMAIL_FROM', 'A <a@example.com>, B <b@example.com>', false, 'a letter has one sender'],
    ['EMAIL_FROM', 'A\nBcc: x <a@example.com>', false, 'a line break begins another header'],
    ['HOST', '0.0.0.0', true, 'a container listens on all addresses'],
    ['HOST', 'localhost', false, 'not an IP address'],
    ['DEFAULT_PLAN', 'starter', true, 'an operator may limit new projects'],
    ['DEFAULT_PLAN', 'free', false, 'there is no such plan'],
    ['QPAY_TEST_URL', 'http://127.0.0.1:8026/', true, 'a stand-in on this machine'],
    ['QPAY_LIVE_URL', 'https://merchant.qpay.mn/v2', false, 'the paths are known'],
    ['TRUST_PROXY', '2', true, 'two proxies stand in front'],
    ['TRUST_PROXY', '10.0.0.1, 10.1.0.0/16', true, 'addresses and networks'],
    ['TRUST_PROXY', 'fd00::/8,loopback', true, 'IPv6, and networks by name'],
    ['TRUST_PROXY', 'nginx', false, 'the name of a proxy is no address'],
    ['TRUST_PROXY', '10.0.0.0/33', false, 'there is no such network'],
    ['TRUST_PROXY', '-1', false, 'there cannot be fewer than none'],
    ['STRIPE_API_URL', 'http://127.0.0.1:12111', true, 'a pretended Stripe on this machine'],
    ['STRIPE_API_URL', 'https://api.stripe.com/v1', false, 'the version is the package’s'],
    ['WEBHOOK_SIGNATURE_HEADER', 'X Signature', false, 'a header has no spaces in its name'],
    ['WEBHOOK_SIGNATURE_HEADER', 'X-Signature\r\nX-Forged', false, 'nor a line break'],
    ['WEBHOOK_SIGNATURE_HEADER', 'X-Shop-Signature', true, 'a header of a merchant’s own'],
    ['WEBHOOK_SIGNATURE_HEADER', 'Webhook-Signature', false, 'the standard signature is there already'],
    ['WEBHOOK_SIGNATURE_HEADER', 'content-length', false, 'it says how long the body is'],
    ['WEBHOOK_SIGNATURE_HEADER', 'Host', false, 'it says whom the request is for'],
    ['WEBHOOK_SIGNATURE_HEADER', 'Transfer-Encoding', false, 'it says how the body travels'],
  ]
  for (const [name, value, usable, because] of rows) {
    it(`${usable ? 'may' : 'must not'} have ${name}=${JSON.stringify(value)}: ${because}`, () => {
      expect(complaints({ [name]: value })).to.deep.equal(usable ? [] : [name])
    })
  }

  it('is told everything that is wrong with it at once', () => {
    const wrong = {
      DATABASE_URL: 'postgres://x',
      BASE_URL: 'x',
      EMAIL_FROM: 'x',
      TRUST_PROXY: 'x',
      PORT: '0',
    }
    expect(complaints(wrong)).to.have.members(Object.keys(wrong))
  })
})
