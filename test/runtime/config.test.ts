import { readFileSync } from 'node:fs'
import { expect } from 'chai'
import { ConfigError, readConfig } from '../../common/runtime/config.ts'

const USABLE = {
  DATABASE_URL: 'mysql://root@127.0.0.1:3306/tolbor',
  REDIS_URL: 'redis://127.0.0.1:6379/0',
  BASE_URL: 'https://pay.example.com',
  SECRET_KEY: 'a'.repeat(64),
}

/** Returns the names of the invalid variables. */
function invalidVariables(given: Record<string, string>): string[] {
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
    ['DATABASE_URL', 'mysql://me:p@127.0.0.1/tolbor?socketPath=/run/m.sock', true, 'it names a database'],
    ['DATABASE_URL', 'mysql://me:p@127.0.0.1/', false, 'it names no database'],
    ['DATABASE_URL', 'mysql://me:p@127.0.0.1', false, 'nor does it without a slash'],
    ['BASE_URL', 'http://127.0.0.1:3000/', true, 'a slash at the end is removed'],
    ['BASE_URL', 'ftp://pay.example.com', false, 'pages are not served by FTP'],
    ['BASE_URL', 'https://example.com/pay', false, 'pages are served at the root'],
    ['BASE_URL', 'https://example.com?shop=1', false, 'addresses cannot have a query'],
    ['BASE_URL', 'https://a:b@example.com', false, 'the password would be in every email'],
    ['EMAIL_FROM', 'billing@example.com', true, 'an address is enough'],
    ['EMAIL_FROM', 'Tolbor', false, 'it has no address'],
    ['EMAIL_FROM', 'Tolbor <billing@example.com', false, 'the bracket is not closed'],
    ['EMAIL_FROM', 'A <a@example.com>, B <b@example.com>', false, 'an email has one sender'],
    ['EMAIL_FROM', 'A\nBcc: x <a@example.com>', false, 'a line break starts another header'],
    ['QUEUE_VIEWER_PASSWORD', 'too short', false, 'it has fewer than 16 characters'],
    ['HOST', '0.0.0.0', true, 'a container listens on all addresses'],
    ['HOST', 'localhost', false, 'not an IP address'],
    ['REDIS_URL', 'rediss://user:secret@redis.example:6380/1', true, 'one server, with a password'],
    ['REDIS_URL', 'redis://10.0.0.1:6379/3', true, 'a database'],
    ['REDIS_URL', 'rediss://10.0.0.1', true, 'the first database'],
    ['REDIS_URL', 'redis://10.0.0.1:6379/tolbor', false, 'a database is a number'],
    ['REDIS_URL', 'redis+sentinel://10.0.0.1:26379,s2.example/tolbor', true, 'sentinels of a master'],
    ['REDIS_URL', 'redis+sentinel://[::1]:26379', true, 'an IPv6 address; the master has the usual name'],
    ['REDIS_URL', 'redis+cluster://10.0.0.1:6379,10.0.0.2:6379', true, 'nodes of a cluster'],
    ['REDIS_URL', 'redis+cluster://10.0.0.1:6379/', true, 'a slash at the end means nothing'],
    ['REDIS_URL', 'redis+cluster://10.0.0.1:6379/2', false, 'a cluster has no numbered databases'],
    ['REDIS_URL', 'redis+sentinel://:secret@10.0.0.1:26379/tolbor', false, 'it would be ignored'],
    ['REDIS_URL', 'redis+sentinel://10.0.0.1:26379,/tolbor', false, 'the second sentinel has no host'],
    ['REDIS_URL', 'redis+cluster://10.0.0.1:99999', false, 'there is no such port'],
    ['REDIS_URL', 'redis+cluster://', false, 'it has no host'],
    ['REDIS_URL', 'redis-sentinel://10.0.0.1:26379/tolbor', false, 'the form of other programs'],
    ['REDIS_URL', 'valkey://10.0.0.1:6379', false, 'Valkey has the same addresses as Redis'],
    ['DEFAULT_PLAN', 'starter', true, 'an operator may limit new projects'],
    ['DEFAULT_PLAN', 'free', false, 'there is no such plan'],
    ['QPAY_TEST_URL', 'http://127.0.0.1:8026/', true, 'a fake on this machine'],
    ['QPAY_LIVE_URL', 'https://merchant.qpay.mn/v2', false, 'a path is not allowed'],
    ['TRUST_PROXY', '2', true, 'two proxies'],
    ['TRUST_PROXY', '10.0.0.1, 10.1.0.0/16', true, 'addresses and networks'],
    ['TRUST_PROXY', 'fd00::/8,loopback', true, 'IPv6, and networks by name'],
    ['TRUST_PROXY', 'nginx', false, 'a name is not an address'],
    ['TRUST_PROXY', '10.0.0.0/33', false, 'there is no such network'],
    ['TRUST_PROXY', '-1', false, 'a negative number'],
    ['STRIPE_API_URL', 'http://127.0.0.1:12111', true, 'a fake on this machine'],
    ['STRIPE_API_URL', 'https://api.stripe.com/v1', false, 'the package sets the version'],
    ['WEBHOOK_SIGNATURE_HEADER', 'X Signature', false, 'a name of a header has no spaces'],
    ['WEBHOOK_SIGNATURE_HEADER', 'X-Signature\r\nX-Forged', false, 'and no line breaks'],
    ['WEBHOOK_SIGNATURE_HEADER', 'X-Shop-Signature', true, 'a custom header'],
    ['WEBHOOK_SIGNATURE_HEADER', 'Webhook-Signature', false, 'the name of the standard signature'],
    ['WEBHOOK_SIGNATURE_HEADER', 'content-length', false, 'an HTTP header with another meaning'],
    ['WEBHOOK_SIGNATURE_HEADER', 'Host', false, 'an HTTP header with another meaning'],
    ['WEBHOOK_SIGNATURE_HEADER', 'Transfer-Encoding', false, 'an HTTP header with another meaning'],
  ]
  for (const [name, value, usable, because] of rows) {
    it(`${usable ? 'accepts' : 'rejects'} ${name}=${JSON.stringify(value)}: ${because}`, () => {
      expect(invalidVariables({ [name]: value })).to.deep.equal(usable ? [] : [name])
    })
  }

  it('keeps jobs for rows of the next 24 hours, as the guide says, unless QUEUE_HORIZON_HOURS differs', () => {
    expect(readConfig(USABLE).queueHorizonHours).to.equal(24)
    expect(readConfig({ ...USABLE, QUEUE_HORIZON_HOURS: '0.5' }).queueHorizonHours).to.equal(0.5)
    for (const file of ['docs/guides/operations.md', 'docs/scaling.md'])
      expect(readFileSync(file, 'utf8'), file).to.match(/`QUEUE_HORIZON_HOURS`\s\(24\)/)
  })

  it('reports all invalid variables at once', () => {
    const wrong = {
      DATABASE_URL: 'postgres://x',
      BASE_URL: 'x',
      EMAIL_FROM: 'x',
      TRUST_PROXY: 'x',
      PORT: '0',
    }
    expect(invalidVariables(wrong)).to.have.members(Object.keys(wrong))
  })
})
