import { expect } from 'chai'
import { decrypt, encrypt } from '../../../common/kit/secrets.ts'
import { qpayGateway } from '../../../common/methods/qpay/gateway.ts'
import { readToken } from '../../../common/methods/qpay/gateway/read.ts'
import { clearCachedTokens } from '../../../common/methods/qpay/gateway/token.ts'
import { config } from '../../../common/runtime/config.ts'
import { producer } from '../../../common/runtime/queues.ts'
import { providerCall, providerPayment, withQPay } from '../../support/given/qpay.ts'

describe('the token of a QPay account', () => {
  const given = withQPay()
  const open = () => qpayGateway.start(providerPayment(), providerCall(given.values()))
  const askedFor = (path: string) =>
    given.qpay.requests.filter((route) => route === `POST /v2/auth/${path}`).length
  const keys = () => producer().keys('tolbor.qpay.*')

  it('is requested once for concurrent calls', async () => {
    await Promise.all(Array.from({ length: 20 }, open))
    expect(askedFor('token')).to.equal(1)
    expect(given.qpay.invoices).to.have.length(20)
  })

  it('is requested once by several processes', async () => {
    const first = open()
    clearCachedTokens() // another process has none
    await first
    clearCachedTokens()
    await open()
    expect(askedFor('token')).to.equal(1)
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
    expect(askedFor('token')).to.equal(1)
  })

  it('is requested again if the requesting process was killed', async () => {
    await open()
    const [key = ''] = await keys()
    await producer().del(key)
    await producer().set(`${key}.asking`, 'a process that is no more', 'PX', 300)
    clearCachedTokens()
    await open()
    expect(askedFor('token')).to.equal(2)
  })

  it('is stored encrypted, under a key that does not reveal its account', async () => {
    await open()
    const [key = ''] = await keys()
    const kept = `${key} ${Buffer.from((await producer().get(key))!, 'base64').toString('latin1')}`
    const { username, password } = given.qpay.account
    for (const secret of [username, password, 'access', 'refresh', config().qpayUrls.test])
      expect(kept).not.to.include(secret)
    expect(await producer().pttl(key)).to.be.within(1, 30 * 86_400_000)
  })

  it('is refreshed with the refresh token', async () => {
    given.qpay.switches.expiry = { as: 'seconds', seconds: 0 } // kept for three minutes at least
    await open()
    await expireHere()
    await open()
    expect([askedFor('token'), askedFor('refresh')]).to.deep.equal([1, 1])
  })

  it('is requested again if the refresh token is rejected', async () => {
    await open()
    await expireHere()
    given.qpay.expireTokens({ refreshing: true })
    await open()
    expect([askedFor('token'), askedFor('refresh')]).to.deep.equal([2, 1])
  })

  it('is replaced once if it is rejected before it expires', async () => {
    await open()
    given.qpay.expireTokens()
    await open()
    expect(askedFor('token')).to.equal(2)
    expect(given.qpay.invoices).to.have.length(2)
  })

  it('is not replaced a second time: the account is wrong', async () => {
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
    // The first request is refused with our token. By then Redis has the one of the other process, which is refused too.
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
    expect(askedFor('token')).to.equal(3)
    expect(given.qpay.invoices).to.have.length(3)
  })

  it('from a refresh does not blame the account when it is rejected', async () => {
    given.qpay.switches.expiry = { as: 'seconds', seconds: 0 }
    await open()
    await expireHere()
    given.qpay.switches.refusesNextTokens = 1
    await open()
    expect([askedFor('token'), askedFor('refresh')]).to.deep.equal([2, 1])
  })

  for (const name of ['NO_CREDENDIALS', 'NO_CREDENTIALS'] as const)
    it(`from the password blames the account when it is rejected twice: ${name}`, async () => {
      given.qpay.switches.noCredentials = name
      await open()
      given.qpay.expireTokens({ refreshing: true })
      given.qpay.switches.refusesNextTokens = 10
      const error = await open().catch((thrown: unknown) => thrown)
      expect(error).to.include({ fault: 'account' })
      expect(askedFor('token')).to.equal(3)
      given.qpay.switches.refusesNextTokens = 0
      await open()
    })

  it('is replaced in every process if a new token ends the former ones', async () => {
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
    expect(askedFor('token')).to.equal(2)
    expect(await keys()).to.have.length(2)
    given.qpay.account.password = 'test-password'
  })

  it('of replaced credentials is forgotten by every process', async () => {
    await open()
    given.qpay.account.password = 'changed'
    await open()
    await producer().flushdb()
    given.qpay.account.password = 'test-password'
    await open()
    expect(askedFor('token')).to.equal(3)
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
    expect(askedFor('token')).to.equal(2)
  })

  it('is kept by each process if Redis is unavailable, and no payment is lost', async () => {
    const away = () => Promise.reject(new Error('Redis is away'))
    Object.assign(producer(), { get: away, set: away, del: away })
    try {
      await open()
      await open()
      expect(askedFor('token')).to.equal(1)
    } finally {
      for (const command of ['get', 'set', 'del']) Reflect.deleteProperty(producer(), command)
    }
    await producer().flushdb()
    clearCachedTokens()
    await open()
    expect(askedFor('token')).to.equal(2)
  })

  describe('expires', () => {
    const now = new Date('2026-08-12T11:04:00Z')
    const at = Date.parse('2026-08-13T11:04:00Z')
    const token = { access_token: 'a', refresh_token: 'r' }
    const cases: [what: string, expiresIn: unknown, until: number][] = [
      ['by seconds from now', 86_400, at],
      ['by seconds in digits', '86400', at],
      ['by a Unix time', at / 1000, at],
      ['soon if our clock is ahead', at / 1000 - 200_000, now.getTime() + 180_000],
      ['soon, where it says nothing', undefined, now.getTime() + 180_000],
    ]
    for (const [what, expiresIn, until] of cases) {
      it(what, () => {
        const read = readToken({ ...token, expires_in: expiresIn, refresh_expires_in: expiresIn }, now)
        expect([read.until, read.refreshUntil]).to.deep.equal([until, until])
      })
    }
  })

  /** As if the time of the token were over, and not that of what refreshes it. */
  async function expireHere(): Promise<void> {
    const [key = ''] = await keys()
    const sealed = Buffer.from((await producer().get(key))!, 'base64')
    const kept = JSON.parse(decrypt(config().secretKeys, sealed).toString()) as Record<string, unknown>
    const expired = encrypt(config().secretKey, Buffer.from(JSON.stringify({ ...kept, until: Date.now() })))
    await producer().set(key, expired.toString('base64'))
    clearCachedTokens()
  }
})
