import { expect } from 'chai'
import Stripe from 'stripe'
import { FAKE_KEYS, FakeStripe } from '../../dev/fakes/stripe.ts'
import { askStripe, errorIn, givenPaid, priced, session } from './ask.ts'
import { faultsOf } from './schemas.ts'

describe('sessions of the fake Stripe', () => {
  let fake: FakeStripe

  beforeEach(async () => {
    fake = await FakeStripe.start()
  })
  afterEach(() => {
    fake.stop()
  })

  const account = () => fake.accounts.test
  const open = (fields: Record<string, string> = {}) =>
    askStripe(fake, 'POST', 'checkout/sessions', session(fields))
  const opened = async (fields?: Record<string, string>) => (await open(fields)).body.id as string
  const get = (path: string) => askStripe(fake, 'GET', path)
  const ids = ({ data }: Record<string, unknown>) => (data as { id: string }[]).map(({ id }) => id)

  describe('with an amount', () => {
    const amounts: [amount: number, currency: string, code: string | null][] = [
      [99_999_999, 'eur', null],
      [100_000_000, 'eur', 'amount_too_large'],
      [99_999_999, 'mnt', null],
      [100_000_000, 'mnt', 'amount_too_large'],
      [99_999_999, 'jpy', null],
      [100_000_000, 'jpy', 'amount_too_large'],
      [50, 'usd', null],
      [49, 'usd', 'amount_too_small'],
      [49, 'eur', 'amount_too_small'],
      [17_499, 'huf', 'amount_too_small'],
      [1, 'jpy', null],
      [1, 'mnt', null],
      [0, 'eur', 'parameter_invalid_integer'],
      [500, 'isk', null],
      [510, 'isk', 'invalid_charge_amount_no_decimal_compatible'],
    ]
    for (const [amount, currency, code] of amounts) {
      it(`of ${amount} ${currency} are ${code === null ? 'accepted' : `refused with ${code}`}`, async () => {
        const reply = await askStripe(fake, 'POST', 'checkout/sessions', priced(amount, currency))
        if (code === null) expect(reply.body).to.include({ amount_total: amount, currency })
        else expect(errorIn(reply)).to.deep.equal([400, 'invalid_request_error', code])
        expect(faultsOf(code === null ? 'session' : 'error', reply.body)).to.deep.equal([])
      })
    }

    it('obey limits that a test sets', async () => {
      Object.assign(fake.switches.maximums, { idr: 999_999_999_999 })
      Object.assign(fake.switches.minimums, { mnt: 175_000 })
      const ask = (amount: number, currency: string) =>
        askStripe(fake, 'POST', 'checkout/sessions', priced(amount, currency))
      expect((await ask(100_000_000, 'idr')).status).to.equal(200)
      expect(errorIn(await ask(174_999, 'mnt'))[2]).to.equal('amount_too_small')
    })
  })

  describe('change their state', () => {
    type Case = [title: string, act: (id: string) => unknown, status: string, paid: string, events: string[]]
    const settle = (id: string, how: 'succeeded' | 'failed') =>
      account().settle(account().paySlowly(id).id, how)
    const cases: Case[] = [
      ['just opened', () => undefined, 'open', 'unpaid', []],
      ['declined', (id) => account().decline(id), 'open', 'unpaid', []],
      ['paid', (id) => account().pay(id), 'complete', 'paid', ['completed']],
      ['paid through a slow bank', (id) => account().paySlowly(id), 'complete', 'unpaid', ['completed']],
      [
        ...([
          'confirmed by a slow bank',
          (id: string) => settle(id, 'succeeded'),
          'complete',
          'paid',
        ] as const),
        ['completed', 'async_payment_succeeded'],
      ],
      [
        ...(['refused by a slow bank', (id: string) => settle(id, 'failed'), 'complete', 'unpaid'] as const),
        ['completed', 'async_payment_failed'],
      ],
      ['expired', (id) => account().expire(id), 'expired', 'unpaid', ['expired']],
    ]
    for (const [title, act, status, paymentStatus, events] of cases) {
      it(`when ${title}: ${status}, ${paymentStatus}`, async () => {
        const id = await opened()
        act(id)
        const { body } = await get(`checkout/sessions/${id}`)
        expect(faultsOf('session', body)).to.deep.equal([])
        expect(body).to.include({ status, payment_status: paymentStatus })
        expect(body.url === null).to.equal(status !== 'open')
        expect(account().events.map(({ type }) => type.replace('checkout.session.', ''))).to.deep.equal(
          events,
        )
        for (const event of account().events) expect(faultsOf('event', event)).to.deep.equal([])
      })
    }

    it('when their time is over, even in a list', async () => {
      const id = await opened()
      account().sessions.get(id)!.expires_at -= 100_000
      expect(ids((await get('checkout/sessions?status=expired')).body)).to.deep.equal([id])
    })
  })

  describe('can be listed', () => {
    it('by payment intent, status, email or time', async () => {
      const [paid, other] = [await givenPaid(fake), await opened({ customer_email: 'ann@example.com' })]
      const found = async (query: string) => ids((await get(`checkout/sessions?${query}`)).body)
      expect(await found(`payment_intent=${paid.intent}`)).to.deep.equal([paid.id])
      expect(await found('status=open')).to.deep.equal([other])
      expect(await found('customer_details[email]=ann@example.com')).to.deep.equal([other])
      account().sessions.get(paid.id)!.created -= 100
      const { created } = account().sessions.get(other)!
      expect(await found(`created[gte]=${created - 10}`)).to.deep.equal([other])
      expect(await found(`created[lt]=${created - 10}`)).to.deep.equal([paid.id])
      expect(await found('payment_intent=pi_none')).to.deep.equal([])
    })

    it('by these fields only, since Stripe cannot search by reference or metadata', async () => {
      for (const query of ['client_reference_id=7', 'metadata[payment_id]=7', 'payment_status=paid'])
        expect(errorIn(await get(`checkout/sessions?${query}`))).to.deep.equal([
          ...[400, 'invalid_request_error', 'parameter_unknown'],
        ])
    })

    it('in pages, the newest first', async () => {
      const all: string[] = []
      for (let one = 0; one < 12; one += 1) all.unshift(await opened())
      const first = (await get('checkout/sessions')).body
      expect(faultsOf('list', first)).to.deep.equal([])
      expect([ids(first), first.has_more]).to.deep.equal([all.slice(0, 10), true])
      const rest = (await get(`checkout/sessions?starting_after=${all[9]!}`)).body
      expect([ids(rest), rest.has_more]).to.deep.equal([all.slice(10), false])
      const back = (await get(`checkout/sessions?limit=3&ending_before=${all[10]!}`)).body
      expect([ids(back), back.has_more]).to.deep.equal([all.slice(7, 10), true])
      for (const query of ['limit=0', 'limit=101', 'limit=x'])
        expect(errorIn(await get(`checkout/sessions?${query}`))[2]).to.equal('parameter_invalid_integer')
      expect(errorIn(await get('checkout/sessions?starting_after=cs_none'))[2]).to.equal('resource_missing')
    })

    it('like their refunds, which the package reads page by page', async () => {
      const [one, two] = [await givenPaid(fake), await givenPaid(fake)]
      for (let count = 0; count < 25; count += 1)
        await askStripe(fake, 'POST', 'refunds', { payment_intent: one.intent, amount: '1' })
      await askStripe(fake, 'POST', 'refunds', { payment_intent: two.intent, amount: '2' })
      const { hostname, port } = new URL(fake.url)
      const client = new Stripe(FAKE_KEYS.test, { host: hostname, port, protocol: 'http' })
      const amounts: number[] = []
      for await (const refund of client.refunds.list({ payment_intent: one.intent }))
        amounts.push(refund.amount)
      expect(amounts).to.deep.equal(Array(25).fill(1))
      const byCharge = await client.refunds.list({ charge: two.charge })
      expect(byCharge.data.map(({ amount }) => amount)).to.deep.equal([2])
      expect(faultsOf('list', (await get(`refunds?charge=${two.charge}`)).body)).to.deep.equal([])
      expect(errorIn(await get('refunds?metadata[id]=1'))[2]).to.equal('parameter_unknown')
    })
  })

  it('have a rate limit without a retry time, unless a test sets one', async () => {
    fake.failNext('limited', /./, 2)
    const limited = await open()
    expect(errorIn(limited)).to.deep.equal([429, 'invalid_request_error', 'rate_limit'])
    expect(limited.headers.get('stripe-rate-limited-reason')).to.equal('global-rate')
    expect(limited.headers.get('retry-after')).to.equal(null)
    fake.switches.retryAfter = 3
    expect((await open()).headers.get('retry-after')).to.equal('3')
  })

  it('cannot be expired twice', async () => {
    const id = await opened()
    const expire = () => askStripe(fake, 'POST', `checkout/sessions/${id}/expire`)
    expect((await expire()).body).to.include({ status: 'expired', url: null })
    expect(errorIn(await expire())).to.deep.equal([400, 'invalid_request_error', undefined])
  })
})
