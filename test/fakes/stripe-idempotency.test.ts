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

  it('replay the first answer, and say so', async () => {
    const first = await open()
    const again = await open()
    expect(again.body).to.deep.equal(first.body)
    expect([isReplayed(first), isReplayed(again)]).to.deep.equal([false, true])
    expect(sessions()).to.equal(2)
  })

  it('replay the answer as it was, whatever has happened since', async () => {
    const { body } = await open()
    fake.accounts.test.pay(body.id as string)
    expect((await open()).body.status).to.equal('open')
  })

  it('replay also where the parameters come in another order', async () => {
    await refund('100')
    const again = await post('refunds', { amount: '100', payment_intent: intent })
    expect(isReplayed(again)).to.equal(true)
  })

  for (const [fault, made] of [
    ['error', 0],
    ['error-after', 1],
  ] as const) {
    it(`replay a 500 for a day, with ${made} refund made: ${fault}`, async () => {
      fake.failNext(fault, /refunds/)
      for (let time = 0; time < 3; time += 1) {
        const reply = await refund('100')
        expect(errorIn(reply)).to.deep.equal([500, 'api_error', undefined])
        expect(faultsOf('error', reply.body)).to.deep.equal([])
        expect(isReplayed(reply)).to.equal(time > 0)
      }
      expect(refunds()).to.equal(made)
      expect((await refund('100', 'another')).status).to.equal(200)
      fake.forgetIdempotencyKeys()
      expect((await refund('100')).status).to.equal(200)
    })
  }

  it('tell the package’s clients not to retry a 500', async () => {
    fake.failNext('error')
    expect((await open()).headers.get('stripe-should-retry')).to.equal('false')
  })

  it('replay a refusal that came while the request executed', async () => {
    expect(errorIn(await refund('501'))).to.deep.equal([400, 'invalid_request_error', undefined])
    expect(isReplayed(await refund('501'))).to.equal(true)
    await refund('500', 'all')
    const refused = await refund('1', 'more')
    expect(errorIn(refused)).to.deep.equal([400, 'invalid_request_error', 'charge_already_refunded'])
    fake.accounts.test.settleRefund([...fake.accounts.test.refunds.keys()].at(-1)!, 'failed')
    expect(errorIn(await refund('1', 'more'))[2]).to.equal('charge_already_refunded')
    expect((await refund('1', 'later')).status).to.equal(200)
  })

  const notKept: [what: string, spoil: () => void, mend: () => void, status: number][] = [
    ['a rate limit', () => fake.failNext('limited'), () => undefined, 429],
    [
      'a key that has expired',
      () => fake.expiredKeys.add(FAKE_KEYS.test),
      () => fake.expiredKeys.clear(),
      401,
    ],
    [
      'a key that may not',
      () => fake.forbidden.push('POST /v1/checkout'),
      () => (fake.forbidden.length = 0),
      403,
    ],
    [
      'parameters that are not valid for the account',
      () => (fake.switches.maximums.eur = 499),
      () => delete fake.switches.maximums.eur,
      400,
    ],
    ['a proxy that fails', () => fake.failNext('html'), () => undefined, 502],
  ]
  for (const [what, spoil, mend, status] of notKept) {
    it(`keep nothing of ${what}`, async () => {
      spoil()
      const reply = await open().catch(() => null)
      expect(reply?.status ?? 502).to.equal(status)
      mend()
      const again = await open()
      expect([again.status, isReplayed(again)]).to.deep.equal([200, false])
    })
  }

  it('keep nothing of parameters that were wrong: the right ones may follow', async () => {
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

  it('are in use while the first request executes, and replay it then', async () => {
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

  it('are free again after a request that came to nothing while it executed', async () => {
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

  it('keep no errors if that is switched off', async () => {
    fake.switches.storesFailures = false
    fake.failNext('error')
    expect((await open()).status).to.equal(500)
    expect((await open()).status).to.equal(200)
  })
})
