import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'chai'
import {
  type ProviderCall,
  ProviderError,
  type ProviderFault,
  type ProviderPayment,
} from '../../../common/methods/provider.ts'
import { stripeGateway as gateway } from '../../../common/methods/stripe/gateway.ts'
import type { StripeAccount } from '../../../common/methods/stripe/settings.ts'
import { learnTime } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../../dev/fakes/stripe.ts'

const MINUTE = 60_000
const RETURN_URL = 'https://pay.example.org/checkout/41/s3cret'

describe('the Stripe gateway over HTTP', () => {
  let fake: FakeStripe
  let origin: string
  let lastId = 7000

  beforeEach(async () => {
    fake = await FakeStripe.start()
    origin = config().stripeApiUrl
    config().stripeApiUrl = fake.url
  })
  afterEach(() => {
    config().stripeApiUrl = origin
    fake.stop()
  })

  function payment(fields: Partial<ProviderPayment> = {}): ProviderPayment {
    return {
      ...{ id: (lastId += 1), isTest: true, amount: 12_900, currency: 'EUR' },
      ...{ description: 'Steppe Goods: Felt boots', customerEmail: 'saraa@example.mn', locale: 'en' },
      expiresAt: new Date(Date.now() + 30 * MINUTE),
      ...{ returnUrl: RETURN_URL, hintUrl: 'https://pay.example.org/hints/stripe/1/test' },
      ...{ providerId: null, details: null, calls: 0, attempt: 0, hasRefunds: false },
      ...fields,
    }
  }
  function call(
    fields: Partial<StripeAccount> = {},
    within = 5_000,
    isTest = true,
  ): ProviderCall<StripeAccount> {
    const key = isTest ? FAKE_KEYS.test : FAKE_KEYS.live
    return {
      values: { enabled: true, secret_key: key, webhook_secret: FAKE_WEBHOOK_SECRET, ...fields },
      account: { projectId: 3, isTest },
      signal: AbortSignal.timeout(within),
    }
  }
  /** Opens a payment at Stripe. */
  async function opened(fields: Partial<ProviderPayment> = {}) {
    const started = payment(fields)
    const { providerId, details } = await gateway.start(started, call())
    return { ...started, providerId, details }
  }
  async function faultOf(asked: Promise<unknown>): Promise<ProviderError> {
    const error: unknown = await asked.then(
      () => null,
      (thrown: unknown) => thrown,
    )
    expect(error).to.be.instanceOf(ProviderError)
    return error as ProviderError
  }
  const sessions = () => [...fake.accounts.test.sessions.values()]

  describe('opening a payment', () => {
    it('returns a Stripe page for the amount, with both return addresses', async () => {
      const { id, providerId, details } = await opened()
      const [session] = sessions()
      expect(details).to.deep.equal({ url: session!.url })
      expect(session).to.deep.include({
        ...{ id: providerId, amount_total: 12_900, currency: 'eur', mode: 'payment' },
        ...{ client_reference_id: String(id), customer_email: 'saraa@example.mn', locale: 'en' },
        ...{ success_url: RETURN_URL, cancel_url: RETURN_URL },
        metadata: { payment_id: String(id), project_id: '3' },
      })
      expect(fake.requests.map(({ key }) => key)).to.deep.equal([FAKE_KEYS.test])
    })

    it('returns the same session when repeated, as after a killed process', async () => {
      const started = payment()
      fake.failNext('lost')
      expect((await faultOf(gateway.start(started, call()))).fault).to.equal('unreachable')
      const again = await gateway.start(started, call())
      expect(await gateway.start(started, call())).to.deep.equal(again)
      expect(sessions().map(({ id }) => id)).to.deep.equal([again.providerId])
    })

    it('sends another request after a 500 that Stripe repeats', async () => {
      const started = payment()
      fake.failNext('error', /POST .*sessions/)
      expect(await faultOf(gateway.start(started, call()))).to.include({ endsAttempt: true })
      expect(await faultOf(gateway.start(started, call())), 'the same key').to.include({ endsAttempt: true })
      const { providerId } = await gateway.start({ ...started, attempt: 1 }, call())
      expect(sessions().map(({ id }) => id)).to.deep.equal([providerId])
    })

    it('finds the session that was created before a 500 among other payments', async () => {
      const started = payment()
      fake.failNext('error-after', /POST .*sessions/)
      expect(await faultOf(gateway.start(started, call()))).to.include({ endsAttempt: true })
      for (let others = 0; others < 105; others += 1) await gateway.start(payment(), call())
      const copy = { ...started, attempt: 1, returnUrl: 'https://copy.example/checkout/1/other' }
      const [first] = sessions()
      const { providerId } = await gateway.start({ ...started, attempt: 1 }, call())
      expect(providerId).to.equal(first!.id)
      expect(sessions()).to.have.length(106)
      expect((await gateway.start(copy, call())).providerId, 'of a copy of the database').not.to.equal(
        first!.id,
      )
    })

    it('cancels a session that was created before a 500', async () => {
      const started = payment()
      fake.failNext('error-after', /POST .*sessions/)
      await faultOf(gateway.start(started, call()))
      expect(await gateway.giveUp({ ...started, attempt: 1 }, call())).to.include({ state: 'over' })
      expect(sessions().map(({ status }) => status)).to.deep.equal(['expired'])
    })

    it('fails if the address of the page cannot be stored', async () => {
      fake.urls = (id) => `${fake.url}/c/pay/${id}#${'a'.repeat(100_000)}`
      expect((await faultOf(gateway.start(payment(), call()))).fault).to.equal('unreachable')
    })

    it('never finds the payment with the same id from a copy of the database', async () => {
      const started = payment()
      await gateway.start(started, call())
      await gateway.start({ ...started, returnUrl: `${RETURN_URL}-of-the-copy` }, call())
      expect(sessions()).to.have.length(2)
    })

    it('sets an expiry at Stripe that is later than ours', async () => {
      const soon = payment({ expiresAt: new Date(Date.now() + MINUTE) })
      await gateway.start(soon, call())
      const [session] = sessions()
      expect(session!.expires_at * 1000).to.be.closeTo(soon.expiresAt.getTime() + 31 * MINUTE, 1000)
    })

    it('leaves out an email address that Stripe rejects', async () => {
      await gateway.start(payment({ customerEmail: 'сараа@пример.мн' }), call())
      expect(sessions().map(({ customer_email: email }) => email)).to.deep.equal([null])
    })

    it('uses the units of Stripe, and the language of the browser if Stripe lacks ours', async () => {
      await gateway.start(payment({ amount: 25_000, currency: 'MNT', locale: 'mn' }), call())
      expect(sessions()[0]).to.include({ amount_total: 2_500_000, currency: 'mnt', locale: 'auto' })
    })

    it('refuses an amount that Stripe cannot represent, before any call', async () => {
      const error = await faultOf(gateway.start(payment({ amount: 5_124, currency: 'KWD' }), call()))
      expect(error).to.include({ fault: 'refused' })
      expect(error.message).to.include('KWD').and.to.include('decimals')
      expect(fake.requests).to.deep.equal([])
    })

    it('refuses with the message of Stripe', async () => {
      const error = await faultOf(gateway.start(payment({ amount: 1_000_000_000_000_0 }), call()))
      expect(error).to.include({ fault: 'refused' })
      expect(error.message).to.include('no more than 999,999.99 eur')
    })
  })

  describe('the state of a payment', () => {
    it('is open until the customer pays, also after a declined card', async () => {
      const open = await opened()
      expect(await gateway.ask(open, call())).to.deep.equal({ state: 'open' })
      fake.accounts.test.decline(open.providerId)
      expect(await gateway.ask(open, call())).to.deep.equal({ state: 'open' })
    })

    it('is paid, in our units', async () => {
      const open = await opened({ amount: 25_000, currency: 'MNT' })
      fake.accounts.test.pay(open.providerId)
      const paid = { state: 'paid', amount: 25_000, currency: 'MNT', refunded: 0 }
      expect(await gateway.ask(open, call())).to.deep.equal(paid)
    })

    it('contains the amount and currency that Stripe reports, even if they differ', async () => {
      const open = await opened()
      Object.assign(fake.accounts.test.pay(open.providerId), { amount_total: 1, currency: 'usd' })
      const paid = { state: 'paid', amount: 1, currency: 'USD', refunded: 0 }
      expect(await gateway.ask(open, call())).to.deep.equal(paid)
    })

    for (const invalid of [
      { amount_total: -1 },
      { amount_total: 1e300 },
      { amount_total: 100.5 },
      { currency: 'x'.repeat(10_000) },
    ]) {
      it(`is unknown if the answer has ${JSON.stringify(invalid).slice(0, 40)}`, async () => {
        const open = await opened()
        Object.assign(fake.accounts.test.pay(open.providerId), invalid)
        expect((await faultOf(gateway.ask(open, call()))).fault).to.equal('unreachable')
      })
    }

    it('is processing while a bank is slow, then paid', async () => {
      const open = await opened()
      fake.accounts.test.paySlowly(open.providerId)
      const waits = await gateway.ask(open, call())
      expect(waits.state).to.equal('processing')
      expect((waits as { until: Date }).until.getTime()).to.be.greaterThan(Date.now() + 20 * 24 * 60 * MINUTE)
      fake.accounts.test.settle(open.providerId, 'succeeded')
      expect((await gateway.ask(open, call())).state).to.equal('paid')
    })

    it('is declined if that bank refuses', async () => {
      const open = await opened()
      fake.accounts.test.paySlowly(open.providerId)
      fake.accounts.test.settle(open.providerId, 'failed')
      expect(await gateway.ask(open, call())).to.deep.equal({
        ...{ state: 'over', why: 'declined' },
        message: 'Stripe says: Your card was declined.',
      })
    })

    it('is expired when it expires at Stripe', async () => {
      const open = await opened()
      fake.accounts.test.expire(open.providerId)
      expect(await gateway.ask(open, call())).to.deep.equal({ state: 'over', why: 'lapsed' })
    })

    it('cannot be read by another account, so that the merchant must check', async () => {
      const error = await faultOf(gateway.ask(payment({ providerId: 'cs_test_unknown' }), call()))
      expect(error).to.include({ fault: 'refused' })
      expect(error.message).to.include('another account')
    })

    it('is accepted in its own mode only', async () => {
      const open = await opened()
      fake.accounts.test.pay(open.providerId).livemode = true
      const error = await faultOf(gateway.ask(open, call()))
      expect(error.fault).to.equal('account')
      expect(error.message).to.include('live mode')
    })
  })

  describe('a canceled payment', () => {
    it('can no longer be paid', async () => {
      const open = await opened()
      expect(await gateway.giveUp(open, call())).to.deep.equal({ state: 'over', why: 'lapsed' })
      expect(() => fake.accounts.test.pay(open.providerId)).to.throw('no longer active')
      expect(await gateway.giveUp(open, call())).to.deep.equal({ state: 'over', why: 'lapsed' })
    })

    it('is paid if the customer was faster', async () => {
      const open = await opened()
      fake.accounts.test.pay(open.providerId)
      const paid = { state: 'paid', amount: 12_900, currency: 'EUR', refunded: 0 }
      expect(await gateway.giveUp(open, call())).to.deep.equal(paid)
    })

    it('is processing at a bank, which cannot be stopped', async () => {
      const open = await opened()
      fake.accounts.test.paySlowly(open.providerId)
      expect((await gateway.giveUp(open, call())).state).to.equal('processing')
    })

    it('is not over if the account does not know it: another account may receive its money', async () => {
      const error = await faultOf(gateway.giveUp(payment({ providerId: 'cs_test_unknown' }), call()))
      expect(error).to.include({ fault: 'refused' })
      expect(error.message).to.include('another account')
    })

    it('is found by our id if a process was killed before it stored the id of Stripe', async () => {
      const started = payment()
      await gateway.start(started, call())
      expect(await gateway.giveUp(started, call())).to.deep.equal({ state: 'over', why: 'lapsed' })
      expect(sessions().map(({ status }) => status)).to.deep.equal(['expired'])
    })
  })

  describe('a refund', () => {
    async function paid() {
      const open = await opened()
      fake.accounts.test.pay(open.providerId)
      return open
    }
    const refunds = () => [...fake.accounts.test.refunds.values()].map(({ amount }) => amount)
    const refund = (was: ProviderPayment, id: number, amount: number, attempt = 0) =>
      gateway.refund(was, { id, amount, attempt, currency: was.currency }, call())

    it('sends a part, then the rest, and no more', async () => {
      const was = await paid()
      expect(await refund(was, 1, 2_900)).to.deep.equal({
        status: 'succeeded',
      })
      expect(await gateway.ask(was, call())).to.include({ state: 'paid', amount: 12_900, refunded: 2_900 })
      expect(await refund(was, 2, 10_000)).to.deep.equal({
        status: 'succeeded',
      })
      const more = await refund(was, 3, 1)
      expect(more.status).to.equal('failed')
      expect(more.message).to.include('already been refunded')
    })

    it('is sent once for repeated requests, even after Stripe dropped the idempotency key', async () => {
      const was = await paid()
      fake.failNext('lost', /POST .*refunds/)
      expect((await faultOf(refund(was, 1, 900))).fault).to.equal('unreachable')
      await refund(was, 1, 900)
      fake.forgetIdempotencyKeys()
      await refund(was, 1, 900)
      expect(refunds()).to.deep.equal([900])
    })

    for (const [fault, made] of [
      ['error', 0],
      ['error-after', 1],
    ] as const)
      it(`is sent once after a 500 that Stripe repeats: ${fault}`, async () => {
        const was = await paid()
        fake.failNext(fault, /POST .*refunds/)
        const error = await faultOf(refund(was, 1, 900))
        expect(error).to.include({ fault: 'unreachable', endsAttempt: true })
        expect(refunds()).to.have.length(made)
        if (made === 0)
          expect(await faultOf(refund(was, 1, 900)), 'the same key').to.include({ endsAttempt: true })
        expect(await refund(was, 1, 900, 1)).to.deep.equal({ status: 'succeeded' })
        expect(refunds()).to.deep.equal([900])
      })

    for (const fault of ['lost', 'html', 'reset', 'malformed', 'hang'] as const)
      it(`repeats the same request after an answer that is not from Stripe: ${fault}`, async () => {
        const was = await paid()
        fake.failNext(fault, /POST .*refunds/)
        const within = fault === 'hang' ? 300 : 5_000
        const asked = gateway.refund(
          was,
          { id: 1, amount: 900, attempt: 0, currency: 'EUR' },
          call({}, within),
        )
        expect(await faultOf(asked)).to.include({ endsAttempt: false })
        expect(await refund(was, 1, 900)).to.deep.equal({ status: 'succeeded' })
        expect(refunds()).to.deep.equal([900])
      })

    it('is sent once while a slow request for it is still running', async () => {
      const was = await paid()
      fake.failNext('executing', /POST .*refunds/)
      const slow = gateway.refund(was, { id: 1, amount: 900, attempt: 0, currency: 'EUR' }, call({}, 300))
      expect(await faultOf(slow)).to.include({ endsAttempt: false })
      expect(await faultOf(refund(was, 1, 900))).to.include({ fault: 'unreachable', endsAttempt: false })
      fake.releaseLast()
      expect(await refund(was, 1, 900)).to.deep.equal({ status: 'succeeded' })
      expect(refunds()).to.deep.equal([900])
    })

    it('is pending until Stripe decides, and then succeeds', async () => {
      const was = await paid()
      fake.accounts.test.nextRefundStatus = 'pending'
      expect(await refund(was, 1, 900)).to.deep.equal({ status: 'pending' })
      for (const [status, ours] of [
        ['requires_action', 'pending'],
        ['succeeded', 'succeeded'],
        ['canceled', 'failed'],
      ] as const) {
        for (const made of fake.accounts.test.refunds.values()) made.status = status
        expect((await refund(was, 1, 900)).status).to.equal(ours)
      }
    })

    it('fails with instructions if a bank returns it', async () => {
      const was = await paid()
      fake.accounts.test.nextRefundStatus = 'failed'
      const { status, message } = await refund(was, 1, 900)
      expect(status).to.equal('failed')
      expect(message).to.include('lost_or_stolen_card').and.to.include('by hand')
    })
  })

  it('reports refunds that failed after a success, whether or not the charge counts them', async () => {
    for (const countsFailedRefunds of [false, true]) {
      fake.switches.countsFailedRefunds = countsFailedRefunds
      const open = { ...(await opened()), hasRefunds: true }
      fake.accounts.test.pay(open.providerId)
      for (const [id, amount] of [
        [1, 900],
        [2, 500],
      ] as const)
        await gateway.refund(open, { id, amount, currency: 'EUR', attempt: 0 }, call())
      expect(await gateway.ask(open, call())).to.deep.include({ state: 'paid', refunded: 1_400 })
      const { id } = [...fake.accounts.test.refunds.values()].find(
        ({ amount, payment_intent: intent }) =>
          amount === 900 && intent === fake.accounts.test.sessions.get(open.providerId)!.payment_intent,
      )!
      fake.accounts.test.settleRefund(id, 'failed')
      const answer = await gateway.ask(open, call())
      expect(answer).to.include({ state: 'paid', amount: 12_900, refunded: 500 })
      const { failedRefunds = [] } = answer as { failedRefunds?: { refundId: number; message: string }[] }
      expect(failedRefunds.map(({ refundId }) => refundId)).to.deep.equal([1])
      expect(failedRefunds[0]!.message).to.include('expired_or_canceled_card')
      const again = await gateway.refund(open, { id: 1, amount: 900, currency: 'EUR', attempt: 0 }, call())
      expect(again.status).to.equal('failed')
    }
  })

  describe('an error', () => {
    const failures: [
      name: string,
      fail: (fake: FakeStripe) => void,
      fault: ProviderFault,
      message: string,
    ][] = [
      ['500', (stripe) => stripe.failNext('error'), 'unreachable', '500'],
      ['a truncated answer', (stripe) => stripe.failNext('malformed'), 'unreachable', 'read'],
      ['an answer of another format', (stripe) => stripe.failNext('strange'), 'unreachable', 'read'],
      ['an expired key', (stripe) => stripe.expiredKeys.add(FAKE_KEYS.test), 'account', 'expired'],
      [
        'a key without permission',
        (stripe) => stripe.forbidden.push('POST /v1/checkout'),
        'account',
        'restricted',
      ],
      ['no server', (stripe) => stripe.stop(), 'unreachable', 'read'],
    ]
    for (const [name, fail, fault, message] of failures) {
      it(`with ${name} is reported as ${fault}`, async () => {
        fail(fake)
        const error = await faultOf(gateway.start(payment(), call()))
        expect(error.fault).to.equal(fault)
        expect(error.message).to.include(message)
        expect(error.message).not.to.include('sk_')
      })
    }

    for (const status of [204, 302, 304, 418, 451])
      it(`with another status leads to another call: ${String(status)}`, async () => {
        const server = createServer((_, response) => {
          const body = JSON.stringify({ error: { type: 'invalid_request_error', message: 'no' } })
          response.writeHead(status, { location: '/', 'content-type': 'application/json' })
          response.end(status === 204 || status === 304 ? undefined : body)
        })
        await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
        config().stripeApiUrl = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
        try {
          expect((await faultOf(gateway.start(payment(), call()))).fault).to.equal('unreachable')
        } finally {
          server.close()
        }
      })

    it('in our code is reported as ours, not as a failure of Stripe', async () => {
      const broken = payment({ description: undefined as unknown as string })
      const error = await gateway.start(broken, call()).catch((thrown: unknown) => thrown)
      expect(error).to.be.instanceOf(TypeError)
    })

    it('with a key that Stripe does not know is reported as account, without the key', async () => {
      const error = await faultOf(gateway.start(payment(), call({ secret_key: 'sk_test_another' })))
      expect(error.fault).to.equal('account')
      expect(error.message).not.to.include('sk_')
    })

    it('with too many requests contains the retry time, and is not retried automatically', async () => {
      fake.switches.retryAfter = 7
      fake.failNext('limited')
      const error = await faultOf(gateway.start(payment(), call()))
      expect(error).to.include({ fault: 'limited', retryAfter: 7_000 })
      expect(fake.requests).to.have.length(1)
    })

    it('without an answer is thrown at the time limit', async () => {
      fake.failNext('hang')
      const startTime = performance.now()
      const error = await faultOf(gateway.start(payment(), call({}, 200)))
      expect(error.fault).to.equal('unreachable')
      expect(performance.now() - startTime).to.be.lessThan(2_000)
    })

    it('is thrown for a page that is not at a safe address', async () => {
      for (const url of ['http://stripe.example/c/pay', 'javascript:alert(1)']) {
        fake.urls = () => url
        expect((await faultOf(gateway.start(payment(), call()))).fault).to.equal('unreachable')
      }
      fake.urls = () => 'https://pay.shop.example/c/pay/1' // a shop may use its own domain for the page of Stripe
      expect((await gateway.start(payment(), call())).details).to.deep.equal({ url: fake.urls('') })
    })
  })

  describe('checking an account', () => {
    it('accepts a good key in either mode', async () => {
      await opened()
      expect(await gateway.check(call())).to.deep.equal([])
      expect(await gateway.check(call({}, 5_000, false))).to.deep.equal([])
    })

    const faulty: [account: string, spoil: (fake: FakeStripe) => void, problem: string][] = [
      ['an expired key', (stripe) => stripe.expiredKeys.add(FAKE_KEYS.live), 'expired'],
      [
        'a key with too few permissions',
        (stripe) => stripe.forbidden.push('GET /v1/checkout'),
        'restricted key',
      ],
      ['an account that is not activated', (stripe) => (stripe.chargesEnabled = false), 'activation'],
    ]
    for (const [account, spoil, problem] of faulty) {
      it(`explains the problem with ${account}`, async () => {
        spoil(fake)
        const problems = await gateway.check(call({}, 5_000, false))
        expect(problems).to.have.length(1)
        expect(problems[0]).to.include(problem)
      })
    }

    it('needs few permissions of a restricted key', async () => {
      fake.forbidden.push('GET /v1/account')
      expect(await gateway.check(call({}, 5_000, false))).to.deep.equal([])
    })

    it('detects a key of the other mode', async () => {
      await opened()
      const [problem] = await gateway.check(call({ secret_key: FAKE_KEYS.test }, 5_000, false))
      expect(problem).to.include('test mode')
    })

    it('decides nothing about an account while Stripe is unavailable', async () => {
      fake.failNext('error')
      expect((await faultOf(gateway.check(call()))).fault).to.equal('unreachable')
    })
  })

  describe('webhooks from Stripe', () => {
    const values = { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET } as const
    type Sent = ReturnType<FakeStripe['hint']>
    const read = ({ body, headers }: Sent) =>
      gateway.readHint({ paymentId: null, headers, body: Buffer.from(body) }, values)

    /** Creates payments with every kind of webhook, from the start to a refund. */
    async function givenEvents() {
      const one = await opened()
      fake.accounts.test.pay(one.providerId)
      fake.accounts.test.refundByHand(one.providerId, 900)
      const two = await opened()
      fake.accounts.test.paySlowly(two.providerId)
      fake.accounts.test.settle(two.providerId, 'succeeded')
      const three = await opened()
      fake.accounts.test.paySlowly(three.providerId)
      fake.accounts.test.settle(three.providerId, 'failed')
      const four = await opened()
      fake.accounts.test.expire(four.providerId)
      return { one, two, three, four, events: fake.accounts.test.events }
    }

    it('contain their payment, in any order and when repeated', async () => {
      const { one, two, three, four, events } = await givenEvents()
      const names: Record<string, number[]> = {}
      for (const event of [...events, ...events].reverse()) {
        const hinted = await read(fake.hint(event))
        ;(names[event.type] ??= []).push(...hinted!.paymentIds)
        if (event.type !== 'charge.refunded') expect(hinted!.providerIds).to.have.length(1)
      }
      const twice = (...ids: number[]) => [...ids, ...ids].sort()
      for (const ids of Object.values(names)) ids.sort()
      expect(names).to.deep.equal({
        'checkout.session.completed': twice(one.id, two.id, three.id),
        'charge.refunded': twice(one.id),
        'checkout.session.async_payment_succeeded': twice(two.id),
        'checkout.session.async_payment_failed': twice(three.id),
        'checkout.session.expired': twice(four.id),
      })
    })

    it('contain the payment of a changed refund', async () => {
      const open = await opened()
      fake.accounts.test.pay(open.providerId)
      await gateway.refund(open, { id: 1, amount: 900, currency: 'EUR', attempt: 0 }, call())
      const before = fake.accounts.test.events.length
      const [made] = fake.accounts.test.refunds.values()
      fake.accounts.test.settleRefund(made!.id, 'failed')
      const types: string[] = []
      for (const event of fake.accounts.test.events.slice(before)) {
        expect((await read(fake.hint(event)))!.paymentIds).to.deep.equal([open.id])
        types.push(event.type)
      }
      expect(types).to.have.members(['refund.updated', 'charge.refund.updated', 'refund.failed'])
    })

    it('are refused if unsigned, signed with another secret or changed', async () => {
      const { events } = await givenEvents()
      const good = fake.hint(events[0]!)
      expect(await read(good)).not.to.equal(null)
      const wrong: Sent[] = [
        fake.hint(events[0]!, { secret: 'whsec_another' }),
        { ...good, body: good.body.replace('"paid"', '"free"') },
        { ...good, headers: { ...good.headers, 'stripe-signature': '' } },
        { ...good, headers: { ...good.headers, 'stripe-signature': 't=1,v1=' } },
        { ...good, headers: { ...good.headers, 'stripe-signature': 'v1=abc' } },
      ]
      for (const hint of wrong) expect(await read(hint)).to.equal(null)
      const headers = { 'content-type': 'application/json' }
      expect(
        await gateway.readHint({ paymentId: null, headers, body: Buffer.from(good.body) }, values),
      ).to.equal(null)
    })

    it('are refused when replayed later, by the clock of the database', async () => {
      const { events } = await givenEvents()
      const signed = (minutes: number) =>
        read(fake.hint(events[0]!, { at: new Date(Date.now() + minutes * MINUTE) }))
      expect(await signed(-4)).not.to.equal(null)
      expect(await signed(-6)).to.equal(null)
      expect(await signed(4), 'our clock may be slow').not.to.equal(null)
      expect(await signed(6), 'signed in the future').to.equal(null)
      const tellTime = (ahead: number) => {
        learnTime(Date.now(), new Date(Date.now() + ahead), Date.now())
      }
      tellTime(10 * MINUTE)
      try {
        expect(await signed(0)).to.equal(null)
        expect(await signed(9)).not.to.equal(null)
        expect(await signed(16)).to.equal(null)
      } finally {
        tellTime(0)
      }
    })

    it('are ignored if they are not about a payment', async () => {
      const { events } = await givenEvents()
      const other = { ...events[0]!, type: 'customer.created' } as unknown as (typeof events)[0]
      expect(await read(fake.hint(other))).to.deep.equal({ paymentIds: [], providerIds: [] })
    })
  })
})
