import { expect } from 'chai'
import { decrypt, encrypt } from '../../../common/kit/secrets.ts'
import { qpayGateway } from '../../../common/methods/qpay/gateway.ts'
import { readToken } from '../../../common/methods/qpay/gateway/read.ts'
import { clearCachedTokens } from '../../../common/methods/qpay/gateway/token.ts'
import { config } from '../../../common/runtime/config.ts'
import { producer } from '../../../common/runtime/queues.ts'
import { serversOf } from '../../../common/runtime/redis.ts'
import { deleteAllKeys } from '../../support/engines.ts'
import { providerCall, providerPayment, withQPay } from '../../support/given/qpay.ts'

describe('the token of a QPay account', () => {
  const given = withQPay()
  const open = () => qpayGateway.start(providerPayment(), providerCall(given.values()))
  const requestsTo = (path: string) =>
    given.qpay.requests.filter((route) => route === `POST /v2/auth/${path}`).length
  const keys = async () =>
    (await Promise.all(serversOf(producer()).map((server) => server.keys('tolbor.qpay.*')))).flat()

  it('is requested once for concurrent calls', async () => {
    await Promise.all(Array.from({ length: 20 }, open))
    expect(requestsTo('token')).to.equal(1)
    expect(given.qpay.invoices).to.have.length(20)
  })

  it('is requested once by several processes', async () => {
    const first = open()
    clearCachedTokens() // another process has no token
    await first
    clearCachedTokens()
    await open()
    expect(requestsTo('token')).to.equal(1)
  })

  it('is the one that another process is requesting', async () => {
    await open()
    const [key = ''] = await keys()
    const token = await producer().get(key)
    await producer().del(key)
    await producer().set(`${key}.asking`, 'another process', 'PX', 10_000)
    clearCachedTokens()
    const waiting = open()
    await new Promise((later) => setImmediate(later))
    await producer().set(key, token!)
    await waiting
    expect(requestsTo('token')).to.equal(1)
  })

  it('is requested again if the requesting process was killed', async () => {
    await open()
    const [key = ''] = await keys()
    await producer().del(key)
    await producer().set(`${key}.asking`, 'a killed process', 'PX', 300)
    clearCachedTokens()
    await open()
    expect(requestsTo('token')).to.equal(2)
  })

  it('is stored encrypted, under a key that does not reveal its account', async () => {
    await open()
    const [key = ''] = await keys()
    const stored = `${key} ${Buffer.from((await producer().get(key))!, 'base64').toString('latin1')}`
    const { username, password } = given.qpay.account
    for (const secret of [username, password, 'access', 'refresh', config().qpayUrls.test])
      expect(stored).not.to.include(secret)
    expect(await producer().pttl(key)).to.be.within(1, 30 * 86_400_000)
  })

  it('is refreshed with the refresh token', async () => {
    given.qpay.switches.expiry = { as: 'seconds', seconds: 0 } // kept for three minutes at least
    await open()
    await expireHere()
    await open()
    expect([requestsTo('token'), requestsTo('refresh')]).to.deep.equal([1, 1])
  })

  it('is requested again if the refresh token is rejected', async () => {
    await open()
    await expireHere()
    given.qpay.expireTokens({ refreshing: true })
    await open()
    expect([requestsTo('token'), requestsTo('refresh')]).to.deep.equal([2, 1])
  })

  it('is replaced once if it is rejected before it expires', async () => {
    await open()
    given.qpay.expireTokens()
    await open()
    expect(requestsTo('token')).to.equal(2)
    expect(given.qpay.invoices).to.have.length(2)
  })

  it('is replaced only once, and then blames the account', async () => {
    given.qpay.failNext('POST /v2/invoice', { status: 401, body: { error: 'NO_CREDENDIALS' } }, 2)
    let fault = ''
    await open().catch((error: unknown) => (fault = (error as { fault: string }).fault))
    expect(fault).to.equal('account')
    expect(given.qpay.requests.filter((route) => route === 'POST /v2/invoice')).to.have.length(2)
  })

  it('from another process does not blame the account when it is rejected', async () => {
    await open()
    const [key = ''] = await keys()
    const ours = (await producer().get(key))!
    given.qpay.expireTokens()
    clearCachedTokens()
    await producer().del(key)
    await open() // another process replaces the token
    const theirs = (await producer().get(key))!
    given.qpay.expireTokens()
    await producer().set(key, ours)
    clearCachedTokens()
    // Our token is refused. By then Redis has the token of the other process, which is refused too.
    const del = producer().del.bind(producer())
    let wasReplaced = false
    Object.assign(producer(), {
      del: async (name: string) => {
        if (name !== key || wasReplaced) return del(name)
        wasReplaced = true
        return producer().set(key, theirs)
      },
    })
    try {
      await open()
    } finally {
      Reflect.deleteProperty(producer(), 'del')
    }
    expect(wasReplaced).to.equal(true)
    expect(requestsTo('token')).to.equal(3)
    expect(given.qpay.invoices).to.have.length(3)
  })

  it('from a refresh does not blame the account when it is rejected', async () => {
    given.qpay.switches.expiry = { as: 'seconds', seconds: 0 }
    await open()
    await expireHere()
    given.qpay.switches.refusesNextTokens = 1
    await open()
    expect([requestsTo('token'), requestsTo('refresh')]).to.deep.equal([2, 1])
  })

  for (const name of ['NO_CREDENDIALS', 'NO_CREDENTIALS'] as const)
    it(`from the password blames the account when it is rejected twice: ${name}`, async () => {
      given.qpay.switches.noCredentials = name
      await open()
      given.qpay.expireTokens({ refreshing: true })
      given.qpay.switches.refusesNextTokens = 10
      const error = await open().catch((thrown: unknown) => thrown)
      expect(error).to.include({ fault: 'account' })
      expect(requestsTo('token')).to.equal(3)
      given.qpay.switches.refusesNextTokens = 0
      await open()
    })

  it('is replaced in every process if a new token invalidates earlier ones', async () => {
    given.qpay.switches.newTokenEndsEarlierOnes = true
    await open()
    given.qpay.expireTokens()
    await Promise.all(Array.from({ length: 10 }, open))
    clearCachedTokens()
    await open()
    expect(given.qpay.invoices).to.have.length(12)
  })

  it('differs for other credentials', async () => {
    await open()
    given.qpay.account.password = 'changed'
    await open()
    expect(requestsTo('token')).to.equal(2)
    expect(await keys()).to.have.length(2)
    given.qpay.account.password = 'test-password'
  })

  it('is dropped by every process after the credentials were replaced', async () => {
    await open()
    given.qpay.account.password = 'changed'
    await open()
    await deleteAllKeys(producer())
    given.qpay.account.password = 'test-password'
    await open()
    expect(requestsTo('token')).to.equal(3)
  })

  it('is requested again if a changed SECRET_KEY cannot read it', async () => {
    await open()
    const { secretKey, secretKeys } = config()
    Object.assign(config(), { secretKey: Buffer.alloc(32, 7), secretKeys: [Buffer.alloc(32, 7)] })
    clearCachedTokens()
    try {
      await open()
    } finally {
      Object.assign(config(), { secretKey, secretKeys })
    }
    expect(requestsTo('token')).to.equal(2)
  })

  it('is kept by each process if Redis is unavailable, and no payment is lost', async () => {
    const unavailable = () => Promise.reject(new Error('Redis is unavailable'))
    Object.assign(producer(), { get: unavailable, set: unavailable, del: unavailable })
    try {
      await open()
      await open()
      expect(requestsTo('token')).to.equal(1)
    } finally {
      for (const command of ['get', 'set', 'del']) Reflect.deleteProperty(producer(), command)
    }
    await deleteAllKeys(producer())
    clearCachedTokens()
    await open()
    expect(requestsTo('token')).to.equal(2)
  })

  describe('expires', () => {
    const now = new Date('2026-08-12T11:04:00Z')
    const at = Date.parse('2026-08-13T11:04:00Z')
    const token = { access_token: 'a', refresh_token: 'r' }
    const cases: [title: string, expiresIn: unknown, until: number][] = [
      ['after a number of seconds', 86_400, at],
      ['after a number of seconds in a string', '86400', at],
      ['at a Unix time', at / 1000, at],
      ['soon if our clock is ahead', at / 1000 - 200_000, now.getTime() + 180_000],
      ['soon if QPay names no time', undefined, now.getTime() + 180_000],
    ]
    for (const [title, expiresIn, until] of cases) {
      it(title, () => {
        const read = readToken({ ...token, expires_in: expiresIn, refresh_expires_in: expiresIn }, now)
        expect([read.until, read.refreshUntil]).to.deep.equal([until, until])
      })
    }
  })

  /** Stores the token as expired. Its refresh token stays valid. */
  async function expireHere(): Promise<void> {
    const [key = ''] = await keys()
    const sealed = Buffer.from((await producer().get(key))!, 'base64')
    const stored = JSON.parse(decrypt(config().secretKeys, sealed).toString()) as Record<string, unknown>
    const expired = encrypt(config().secretKey, Buffer.from(JSON.stringify({ ...stored, until: Date.now() })))
    await producer().set(key, expired.toString('base64'))
    clearCachedTokens()
  }
})
