import { expect } from 'chai'
import { FAKE_KEYS, FakeStripe } from '../../dev/fakes/stripe.ts'
import { askStripe, errorIn, givenPaid, type Reply, session } from './ask.ts'
import { faultsOf } from './schemas.ts'

describe('idempotency keys of the fake Stripe', () => {
  let fake: FakeStripe
  let intent: string

  beforeEach(async () => {
    fake = await FakeStripe.start()
    fake.switches.storesFailures = true
    intent = (await givenPaid(fake)).intent
  })
  afterEach(() => {
    fake.stop()
  })

  const post = (path: string, form: Record<string, string>, key = 'one', headers = {}) =>
    askStripe(fake, 'POST', path, form, { 'Idempotency-Key': key, ...headers })
  const open = (key?: string) => post('checkout/sessions', session(), key)
  const refund = (amount: string, key?: string) => post('refunds', { payment_intent: intent, amount }, key)
  const refunds = () => fake.accounts.test.refunds.size
  const sessions = () => fake.accounts.test.sessions.size
  const isReplayed = ({ headers }: Reply) => headers.get('idempotent-replayed') === 'true'

  it('replay the first answer, with a header', async () => {
    const first = await open()
    const again = await open()
    expect(again.body).to.deep.equal(first.body)
    expect([isReplayed(first), isReplayed(again)]).to.deep.equal([false, true])
    expect(sessions()).to.equal(2)
  })

  it('replay the answer unchanged after later changes', async () => {
    const { body } = await open()
    fake.accounts.test.pay(body.id as string)
    expect((await open()).body.status).to.equal('open')
  })

  it('replay for parameters in another order', async () => {
    await refund('100')
    const again = await post('refunds', { amount: '100', payment_intent: intent })
    expect(isReplayed(again)).to.equal(true)
  })

  for (const [fault, made] of [
    ['error', 0],
    ['error-after', 1],
  ] as const) {
    it(`replay a 500 for a day, with ${made} refunds: ${fault}`, async () => {
      fake.failNext(fault, /refunds/)
      for (let round = 0; round < 3; round += 1) {
        const reply = await refund('100')
        expect(errorIn(reply)).to.deep.equal([500, 'api_error', undefined])
        expect(faultsOf('error', reply.body)).to.deep.equal([])
        expect(isReplayed(reply)).to.equal(round > 0)
      }
      expect(refunds()).to.equal(made)
      expect((await refund('100', 'another')).status).to.equal(200)
      fake.forgetIdempotencyKeys()
      expect((await refund('100')).status).to.equal(200)
    })
  }

  it('have a header with a 500 that stops retries of the package', async () => {
    fake.failNext('error')
    expect((await open()).headers.get('stripe-should-retry')).to.equal('false')
  })

  it('replay a refusal during the execution of the request', async () => {
    expect(errorIn(await refund('501'))).to.deep.equal([400, 'invalid_request_error', undefined])
    expect(isReplayed(await refund('501'))).to.equal(true)
    await refund('500', 'all')
    const refused = await refund('1', 'more')
    expect(errorIn(refused)).to.deep.equal([400, 'invalid_request_error', 'charge_already_refunded'])
    fake.accounts.test.settleRefund([...fake.accounts.test.refunds.keys()].at(-1)!, 'failed')
    expect(errorIn(await refund('1', 'more'))[2]).to.equal('charge_already_refunded')
    expect((await refund('1', 'later')).status).to.equal(200)
  })

  const notStored: [failure: string, fail: () => void, restore: () => void, status: number][] = [
    ['a rate limit', () => fake.failNext('limited'), () => undefined, 429],
    ['an expired key', () => fake.expiredKeys.add(FAKE_KEYS.test), () => fake.expiredKeys.clear(), 401],
    [
      'a key without permission',
      () => fake.forbidden.push('POST /v1/checkout'),
      () => (fake.forbidden.length = 0),
      403,
    ],
    [
      'parameters that are invalid for the account',
      () => (fake.switches.maximums.eur = 499),
      () => delete fake.switches.maximums.eur,
      400,
    ],
    ['a failing proxy', () => fake.failNext('html'), () => undefined, 502],
  ]
  for (const [failure, fail, restore, status] of notStored) {
    it(`do not store the answer for ${failure}`, async () => {
      fail()
      const reply = await open().catch(() => null)
      expect(reply?.status ?? 502).to.equal(status)
      restore()
      const again = await open()
      expect([again.status, isReplayed(again)]).to.deep.equal([200, false])
    })
  }

  it('accept valid parameters after invalid ones', async () => {
    expect(errorIn(await refund('-1'))).to.deep.equal([
      400,
      'invalid_request_error',
      'parameter_invalid_integer',
    ])
    expect((await refund('100')).status).to.equal(200)
  })

  it('are refused for other parameters, and for another endpoint', async () => {
    await refund('100')
    for (const reply of [await refund('101'), await open()]) {
      expect(errorIn(reply)).to.deep.equal([400, 'idempotency_error', undefined])
      expect(faultsOf('error', reply.body)).to.deep.equal([])
    }
    expect([refunds(), sessions()]).to.deep.equal([1, 1])
  })

  it('belong to one mode of the account', async () => {
    await open()
    const live = await post('checkout/sessions', session(), 'one', {
      Authorization: `Bearer ${FAKE_KEYS.live}`,
    })
    expect([live.status, isReplayed(live)]).to.deep.equal([200, false])
    expect(fake.accounts.live.sessions.size).to.equal(1)
  })

  it('are in use during the first request, and replay it afterwards', async () => {
    fake.failNext('executing', /refunds/)
    const first = refund('100')
    while (fake.requests.at(-1)?.path !== '/v1/refunds') await new Promise((go) => setTimeout(go, 5))
    expect(errorIn(await refund('100'))).to.deep.equal([
      409,
      'invalid_request_error',
      'idempotency_key_in_use',
    ])
    expect(refunds()).to.equal(0)
    fake.releaseLast()
    expect((await first).status).to.equal(200)
    expect(isReplayed(await refund('100'))).to.equal(true)
    expect(refunds()).to.equal(1)
  })

  it('are free again after a running request was invalid', async () => {
    fake.failNext('executing', /refunds/)
    const first = refund('-1')
    while (fake.requests.at(-1)?.path !== '/v1/refunds') await new Promise((go) => setTimeout(go, 5))
    fake.releaseLast()
    expect((await first).status).to.equal(400)
    expect((await refund('100')).status).to.equal(200)
  })

  it('are refused if they are longer than 255 characters', async () => {
    expect((await open('k'.repeat(255))).status).to.equal(200)
    expect((await open('k'.repeat(256))).status).to.equal(400)
  })

  it('do not store errors if that is switched off', async () => {
    fake.switches.storesFailures = false
    fake.failNext('error')
    expect((await open()).status).to.equal(500)
    expect((await open()).status).to.equal(200)
  })
})
