import { expect } from 'chai'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { setClock } from '../../../common/runtime/clock.ts'
import { config } from '../../../common/runtime/config.ts'
import { onConnection } from '../../../db/sql.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../../dev/fakes/stripe.ts'
import { travelTo } from '../../support/due.ts'
import { givenCheckout } from '../../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../../support/given/merchant.ts'
import { serveApp } from '../../support/serve.ts'
import { eventsOf, paymentsOf } from '../../support/stored.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const DAY = 24 * 60 * MINUTE

describe('an order paid through Stripe', () => {
  let fake: FakeStripe
  let stopServing: () => void
  let startedAt = 0
  const { stripeApiUrl } = config()

  before(async () => (stopServing = await serveApp()))
  after(() => {
    stopServing()
  })
  beforeEach(async () => {
    startedAt = Date.now()
    fake = await FakeStripe.start()
    config().stripeApiUrl = fake.url
  })
  afterEach(() => {
    config().stripeApiUrl = stripeApiUrl
    fake.stop()
  })

  async function givenStripeShop(settings: { currency?: string } = {}): Promise<Merchant> {
    const shop = await givenMerchant(settings)
    const test = { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET }
    await shop.patch('', { email: 'owner@example.com', payment_methods: { stripe: { test } } }).expect(200)
    return shop
  }

  const stateIn = (text: string) => /data-state="([\w-]+)"/.exec(text)?.[1]
  const redirectIn = (text: string) => /http-equiv="refresh" content="\d+;url=([^"]*)"/.exec(text)?.[1]
  const completionsOf = async (id: number) =>
    (await eventsOf('checkout', id)).filter((type) => type === 'checkout.completed').length
  /** Makes Stripe fail to expire its page until it recovers. */
  const cannotExpire = () => {
    for (let count = 0; count < 10; count += 1) fake.failNext('error', /expire/)
  }
  const sessions = () => [...fake.accounts.test.sessions.values()]

  /** Creates an order of ₮25,000 for which Stripe was chosen. */
  async function givenStarted() {
    const shop = await givenStripeShop()
    const checkout = await givenCheckout(shop)
    const pressed = await checkout.customer.pay({ payment_method: 'stripe' })
    startedAt = Date.now() // the first check is due some seconds after the payment began, which is late on a busy machine
    const [{ id } = { id: 0 }] = await paymentsOf(checkout.id)
    const hintUrl = `${config().baseUrl}/hints/stripe/${String(shop.projectId)}/test`
    return {
      ...{ ...checkout, shop, pressed, paymentId: id, hintUrl },
      /** Does this action of the customer on the page of Stripe. */
      press: (action: string) => fake.press(sessions().at(-1)!.id, action),
      settle: (how: 'succeeded' | 'failed') => fake.accounts.test.settle(sessions().at(-1)!.id, how),
      payWithTestMethod: async () => checkout.customer.pay({}, await checkout.customer.get('?choose=1')),
      /** Sends all webhooks of Stripe so far. */
      hint: async (order: 'in order' | 'backwards' = 'in order') => {
        const events = [...fake.accounts.test.events]
        if (order === 'backwards') events.reverse()
        for (const event of events) expect(await fake.sendHint(hintUrl, event)).to.equal(true)
      },
      payment: async () => (await shop.get(`/payments/${String(id)}`).expect(200)).body.data as PaymentObject,
      state: async (query = '') => stateIn((await checkout.customer.get(query)).text),
      /** Runs the workers until this number of milliseconds after the start. */
      until: (time: number) => travelTo(shop.projectId, new Date(startedAt + time)),
      refunds: async () =>
        ((await shop.get('/refunds').expect(200)).body.data as { amount: number; status: string }[])
          .map(({ amount, status }) => `${String(amount)} ${status}`)
          .sort(),
    }
  }
  /** Sets the clock, since a page view asks Stripe only every few seconds. */
  const setTime = (time: number) => {
    setClock(() => new Date(startedAt + time))
  }

  it('redirects to Stripe after one click, and waits for the customer to return', async () => {
    const { pressed, customer } = await givenStarted()
    expect(pressed.headers.location).to.match(/\?go=1$/)
    const [session] = sessions()
    expect(redirectIn((await customer.get('?go=1')).text)).to.equal(session!.url)
    const { text } = await customer.get()
    expect(stateIn(text)).to.equal('redirect')
    expect(redirectIn(text)).to.equal(undefined)
    expect(text).to.include(`href="${session!.url!}"`)
    expect([session!.success_url, session!.cancel_url].map((url) => new URL(url!).search)).to.deep.equal([
      '',
      '',
    ])
    expect(session!.amount_total).to.equal(2_500_000)
  })

  it('is completed after a webhook and a check with Stripe', async () => {
    const { id, retrieve, press, hint, until, payment } = await givenStarted()
    press('pay')
    await hint()
    await until(2 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000, method: 'stripe' })
    expect(await completionsOf(id)).to.equal(1)
  })

  it('is completed when the customer returns, without a webhook', async () => {
    const { press, state } = await givenStarted()
    press('pay')
    setTime(4 * SECOND)
    expect(await state()).to.equal('receipt')
  })

  it('is completed by its due row, without a page view or a webhook', async () => {
    const { press, until, retrieve } = await givenStarted()
    press('pay')
    await until(6 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
  })

  it('is completed once by repeated messages in any order', async () => {
    const { id, press, settle, hint, until, retrieve } = await givenStarted()
    press('slow')
    settle('succeeded')
    await hint('backwards')
    await hint()
    await until(2 * SECOND)
    await hint('backwards')
    await until(MINUTE)
    expect((await retrieve()).status).to.equal('complete')
    expect(await completionsOf(id)).to.equal(1)
  })

  it('is not checked after an unsigned webhook', async () => {
    const { press, hintUrl, shop } = await givenStarted()
    press('pay')
    const asked = fake.requests.length
    const { body, headers } = fake.hint(fake.accounts.test.events[0]!, { secret: 'whsec_another' })
    const answer = await fetch(hintUrl, { method: 'POST', headers, body })
    expect(answer.status).to.equal(400)
    const unsigned = await fetch(hintUrl)
    expect([unsigned.status, unsigned.headers.get('allow')]).to.deep.equal([405, 'POST'])
    await travelTo(shop.projectId, new Date(startedAt + SECOND))
    expect(fake.requests).to.have.length(asked)
  })

  it('stays open after a declined card, and accepts another one', async () => {
    const { press, hint, until, state, retrieve } = await givenStarted()
    press('decline')
    await hint()
    await until(6 * SECOND)
    expect(await state()).to.equal('redirect')
    press('pay')
    await until(20 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
  })

  it('can be started again after the Stripe page has expired', async () => {
    const { press, hint, until, state, payment, customer } = await givenStarted()
    press('expire')
    await hint()
    await until(2 * SECOND)
    expect((await payment()).status).to.equal('canceled')
    expect(await state()).to.equal('pay')
    await customer.pay({ payment_method: 'stripe' })
    expect(sessions().map(({ status }) => status)).to.deep.equal(['expired', 'open'])
  })

  it('is canceled at Stripe when it expires', async () => {
    const { until, payment } = await givenStarted()
    await until(33 * MINUTE)
    expect(sessions().map(({ status }) => status)).to.deep.equal(['expired'])
    expect((await payment()).status).to.equal('canceled')
  })

  it('waits for a slow bank without accepting other payments, and is then completed', async () => {
    const { press, settle, hint, until, state, payWithTestMethod, retrieve } = await givenStarted()
    press('slow')
    await hint()
    await until(2 * SECOND)
    expect(await state()).to.equal('processing')
    expect((await payWithTestMethod()).status).to.equal(422)
    await until(2 * DAY)
    expect((await retrieve()).status).to.equal('open')
    settle('succeeded')
    await hint()
    await until(2 * DAY + 2 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
  })

  it('fails with a long message from Stripe', async () => {
    const { press, settle, hint, until, payment } = await givenStarted()
    press('slow')
    await until(6 * SECOND)
    settle('failed')
    for (const intent of fake.accounts.test.intents.values())
      intent.last_payment_error!.message = 'No. '.repeat(1_000)
    await hint()
    await until(8 * SECOND)
    expect(await payment()).to.include({ status: 'failed', failure_code: 'declined' })
    expect((await payment()).failure_message).to.have.length(500)
  })

  it('fails if a slow bank refuses, and says that nothing was charged', async () => {
    const { press, settle, hint, until, state, payment, customer } = await givenStarted()
    press('slow')
    await until(6 * SECOND)
    settle('failed')
    await hint()
    await until(8 * SECOND)
    expect(await payment()).to.include({ status: 'failed', failure_code: 'declined' })
    expect((await payment()).failure_message).to.include('Your card was declined.')
    expect(await state()).to.equal('pay')
    expect((await customer.get()).text).to.include('Nothing was charged')
  })

  it('is completed by a payment whose cancellation did not reach Stripe', async () => {
    const { press, hint, until, retrieve } = await givenStarted()
    cannotExpire()
    await until(33 * MINUTE)
    fake.recover()
    press('pay')
    await hint()
    await until(34 * MINUTE)
    expect((await retrieve()).status).to.equal('complete')
  })

  it('requires a refund of a payment after its end', async () => {
    const { shop, id, press, hint, until, payment } = await givenStarted()
    cannotExpire()
    await shop.post(`/checkouts/${String(id)}/expire`).expect(200)
    fake.recover()
    press('pay')
    await hint()
    await until(MINUTE)
    expect(await payment()).to.include({ status: 'refund_required', amount_to_refund: 25_000 })
  })

  it('is canceled at Stripe when another method is chosen', async () => {
    const { id, payWithTestMethod, press } = await givenStarted()
    await payWithTestMethod()
    expect((await paymentsOf(id)).map(({ method, status }) => [method, status])).to.deep.equal([
      ['stripe', 'canceled'],
      ['test', 'paid'],
    ])
    expect(() => press('pay')).to.throw('no longer active')
  })

  it('counts a payment that was made while another method was chosen', async () => {
    const { id, press, payWithTestMethod } = await givenStarted()
    press('pay')
    await payWithTestMethod()
    expect((await paymentsOf(id)).map(({ method, status }) => [method, status])).to.deep.equal([
      ['stripe', 'paid'],
    ])
  })

  it('requires a refund of the second of two payments', async () => {
    const { id, payWithTestMethod, press, hint, until } = await givenStarted()
    cannotExpire()
    await payWithTestMethod()
    fake.recover()
    press('pay')
    await hint()
    await until(MINUTE)
    expect((await paymentsOf(id)).map(({ method, status }) => [method, status])).to.deep.equal([
      ['stripe', 'refund_required'],
      ['test', 'paid'],
    ])
  })

  for (const [received, changes] of [
    ['less than the amount', { amount_total: 2_400_000 }],
    ['another currency', { currency: 'usd' }],
  ] as const) {
    it(`is not completed by ${received}, which is reported to the merchant`, async () => {
      const { id, press, until, retrieve, payment, paymentId, payWithTestMethod } = await givenStarted()
      press('pay')
      Object.assign(sessions()[0]!, changes)
      await until(6 * SECOND)
      expect((await retrieve()).status, 'it can be paid by another payment').to.equal('open')
      const [amount, currency] = 'currency' in changes ? [25_000_00, 'USD'] : [24_000, 'MNT']
      const sums = { status: 'refund_required', amount: 25_000, currency: 'MNT', amount_received: amount }
      expect(await payment()).to.include({ ...sums, received_currency: currency, amount_to_refund: amount })
      expect(await eventsOf('payment', paymentId)).to.include('payment.refund_required')
      expect(await completionsOf(id)).to.equal(0)
      await payWithTestMethod()
      await until(MINUTE)
      expect((await retrieve()).status).to.equal('complete')
      expect(await completionsOf(id)).to.equal(1)
    })
  }

  describe('with an amount at the limits of Stripe', () => {
    const sums: [currency: string, amount: number, isAccepted: boolean][] = [
      ['MNT', 999_999, true],
      ['MNT', 1_000_000, false],
      ['EUR', 99_999_999, true],
      ['EUR', 100_000_000, false],
      ['EUR', 50, true],
      ['EUR', 49, false],
      ['KWD', 5_124, false],
    ]
    for (const [currency, amount, isAccepted] of sums)
      it(`is ${isAccepted ? '' : 'not '}offered Stripe: ${amount} ${currency}`, async () => {
        const shop = await givenStripeShop({ currency })
        const { id, customer } = await givenCheckout(shop, tea(1, amount))
        expect((await customer.get()).text.includes('value="stripe"')).to.equal(isAccepted)
        const form = { payment_method: 'stripe', email: 'bat@example.com' }
        await shop.post(`/checkouts/${id}/pay`, form).expect(isAccepted ? 200 : 422)
        expect(await paymentsOf(id)).to.have.length(isAccepted ? 1 : 0)
      })

    it('shows that the method is not available', async () => {
      const { id, customer } = await givenCheckout(await givenStripeShop(), tea(1, 1_000_000))
      await customer.pay({ payment_method: 'stripe' })
      expect(await paymentsOf(id)).to.deep.equal([])
      expect(fake.requests).to.deep.equal([])
    })

    it('is refused in live mode if Stripe is the only method', async () => {
      const shop = await givenMerchant()
      const live = { enabled: true, secret_key: FAKE_KEYS.live, webhook_secret: FAKE_WEBHOOK_SECRET }
      await shop.patch('', { payment_methods: { stripe: { live } } }).expect(200)
      await shop.live.post('/checkouts', tea(1, 999_999)).expect(201)
      const { body } = await shop.live.post('/checkouts', tea(1, 1_000_000)).expect(422)
      expect(body.code).to.equal('no_payment_method')
      expect(body.message).to.include('no payment method accepts this amount in live mode')
    })
  })

  it('refunds money in the currency that was received, by Stripe or by hand', async () => {
    const { press, until, payment, shop, paymentId } = await givenStarted()
    press('pay')
    Object.assign(sessions()[0]!, { currency: 'usd' })
    await until(6 * SECOND)
    const { body } = await shop
      .post(`/payments/${String(paymentId)}/refunds`, { amount: 1_000_000 })
      .expect(201)
    expect(body.data).to.include({ status: 'pending', amount: 1_000_000, currency: 'USD' })
    await until(10 * SECOND)
    expect([...fake.accounts.test.refunds.values()].map(({ amount }) => amount)).to.deep.equal([1_000_000])
    expect(await payment()).to.include({ amount_refunded: 1_000_000, amount_to_refund: 1_500_000 })
    await shop.post(`/payments/${String(paymentId)}/refunds`, { by_hand: true }).expect(201)
    expect(await payment()).to.include({ status: 'refunded', amount_refunded: 2_500_000 })
  })

  it('fails if Stripe reports it complete without a payment, with one report', async () => {
    const { press, hint, until, payment, paymentId } = await givenStarted()
    press('pay')
    Object.assign(sessions()[0]!, { amount_total: 0 })
    for (const seconds of [6, 10, 14]) {
      await hint()
      await until(seconds * SECOND)
    }
    expect((await payment()).status).to.equal('failed')
    const events = (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.failed')
    expect(events).to.have.length(1)
  })

  it('is not completed by a payment that Stripe refunded, and can be paid again', async () => {
    const { id, press, until, retrieve, payment, payWithTestMethod, paymentId } = await givenStarted()
    press('pay')
    fake.accounts.test.refundByHand(sessions()[0]!.id, 2_500_000)
    await until(6 * SECOND)
    const sums = { amount_received: 25_000, amount_refunded: 25_000, amount_to_refund: 0 }
    expect(await payment()).to.include({ status: 'refunded', ...sums })
    expect((await payment()).refunds.map(({ amount, status }) => [amount, status])).to.deep.equal([
      [25_000, 'succeeded'],
    ])
    expect(await eventsOf('payment', paymentId)).to.include('payment.refunded')
    expect((await retrieve()).status).to.equal('open')
    await payWithTestMethod()
    expect((await retrieve()).status).to.equal('complete')
    expect(await completionsOf(id)).to.equal(1)
  })

  it('requires a refund of the rest of a payment that Stripe refunded in part', async () => {
    const { id, press, until, retrieve, payment, paymentId } = await givenStarted()
    press('pay')
    fake.accounts.test.refundByHand(sessions()[0]!.id, 500_000)
    await until(6 * SECOND)
    const sums = { amount_received: 25_000, amount_refunded: 5_000, amount_to_refund: 20_000 }
    expect(await payment()).to.include({ status: 'refund_required', ...sums })
    expect(await eventsOf('payment', paymentId)).to.include('payment.refund_required')
    expect((await retrieve()).status).not.to.equal('complete')
    expect(await completionsOf(id)).to.equal(0)
  })

  describe('if Stripe', () => {
    it('is slow or unavailable, opens the payment as soon as possible', async () => {
      const shop = await givenStripeShop()
      const { customer } = await givenCheckout(shop)
      fake.failNext('error', /POST .*sessions/)
      await customer.pay({ payment_method: 'stripe' })
      const opening = await customer.get('?go=1')
      expect(sessions()).to.have.length(stateIn(opening.text) === 'opening' ? 0 : 1)
      await travelTo(shop.projectId, new Date(startedAt + 10 * SECOND))
      expect(redirectIn((await customer.get('?go=1')).text)).to.equal(sessions()[0]!.url)
    })

    for (const fault of ['error', 'error-after'] as const)
      it(`repeats a 500 for the opening, opens it by another request: ${fault}`, async () => {
        const shop = await givenStripeShop()
        const { customer } = await givenCheckout(shop)
        fake.failNext(fault, /POST .*sessions/)
        await customer.pay({ payment_method: 'stripe' })
        await travelTo(shop.projectId, new Date(startedAt + 4 * SECOND))
        expect(redirectIn((await customer.get('?go=1')).text)).to.equal(sessions()[0]!.url)
        expect(sessions()).to.have.length(1)
      })

    it('rejects the key, offers other methods and shows the merchant the reason', async () => {
      const shop = await givenStripeShop()
      const { id, customer } = await givenCheckout(shop)
      fake.expiredKeys.add(FAKE_KEYS.test)
      await customer.pay({ payment_method: 'stripe' })
      expect(stateIn((await customer.get()).text)).to.equal('pay')
      const [{ id: paymentId } = { id: 0 }] = await paymentsOf(id)
      const payment = (await shop.get(`/payments/${String(paymentId)}`).expect(200)).body
        .data as PaymentObject
      expect(payment).to.include({ status: 'failed' })
      expect(payment.failure_message).to.include('has expired').and.not.to.include('sk_')
    })

    it('limits requests, calls again when Stripe allows it', async () => {
      const { press, until, retrieve } = await givenStarted()
      press('pay')
      fake.failNext('limited', /GET/)
      await until(6 * SECOND)
      expect((await retrieve()).status).to.equal('open')
      await until(20 * SECOND)
      expect((await retrieve()).status).to.equal('complete')
    })
  })

  describe('has a refund that', () => {
    async function givenPaid() {
      const order = await givenStarted()
      order.press('pay')
      await order.until(6 * SECOND)
      const refund = (body: object = {}) =>
        order.shop.post(`/payments/${String(order.paymentId)}/refunds`, body)
      return { ...order, refund }
    }
    const atStripe = () => [...fake.accounts.test.refunds.values()].map(({ amount }) => amount)

    it('is sent in two parts, in the units of Stripe', async () => {
      const { refund, until, refunds, payment } = await givenPaid()
      await refund({ amount: 5_000 }).expect(201)
      expect(await refunds()).to.deep.equal(['5000 pending'])
      await until(10 * SECOND)
      expect(await refunds()).to.deep.equal(['5000 succeeded'])
      await refund().expect(201)
      await until(20 * SECOND)
      expect(await payment()).to.include({ status: 'refunded' })
      expect(atStripe()).to.deep.equal([500_000, 2_000_000])
    })

    it('is sent once if the answer was lost', async () => {
      const { refund, until, refunds } = await givenPaid()
      fake.failNext('lost', /POST .*refunds/)
      await refund({ amount: 5_000 }).expect(201)
      await until(10 * MINUTE)
      expect(await refunds()).to.deep.equal(['5000 succeeded'])
      expect(atStripe()).to.deep.equal([500_000])
    })

    for (const fault of ['error', 'error-after'] as const)
      it(`is sent once if Stripe repeats a 500: ${fault}`, async () => {
        const { refund, until, refunds } = await givenPaid()
        fake.failNext(fault, /POST .*refunds/)
        await refund({ amount: 5_000 }).expect(201)
        await until(MINUTE)
        expect(await refunds()).to.deep.equal(['5000 succeeded'])
        expect(atStripe()).to.deep.equal([500_000])
      })

    it('does not fail while it is unknown whether it was sent', async () => {
      const { refund, until, refunds } = await givenPaid()
      fake.failNext('lost', /POST .*refunds/)
      await refund({ amount: 5_000 }).expect(201)
      await until(7 * SECOND)
      const account = new Map(fake.accounts.test.sessions)
      fake.accounts.test.sessions.clear() // for a while, the keys belong to another account
      await until(MINUTE)
      expect(await refunds()).to.deep.equal(['5000 pending'])
      for (const [id, session] of account) fake.accounts.test.sessions.set(id, session)
      await until(10 * MINUTE)
      expect(await refunds()).to.deep.equal(['5000 succeeded'])
      expect(atStripe()).to.deep.equal([5_000 * 100])
    })

    it('fails if Stripe cannot send it, and the payment stays paid', async () => {
      const { refund, until, refunds, payment } = await givenPaid()
      fake.accounts.test.nextRefundStatus = 'failed'
      await refund({ amount: 5_000 }).expect(201)
      await until(10 * SECOND)
      expect(await refunds()).to.deep.equal(['5000 failed'])
      expect((await payment()).status).to.equal('paid')
    })

    it('is shown in the payment and in lists after a failure', async () => {
      const { refund, until, payment, shop } = await givenPaid()
      fake.accounts.test.nextRefundStatus = 'failed'
      await refund({ amount: 5_000 }).expect(201)
      await until(10 * SECOND)
      const statuses = ({ refunds }: PaymentObject) => refunds.map(({ status }) => status)
      expect(statuses(await payment())).to.deep.equal(['failed'])
      const { body } = await shop.get('/payments').expect(200)
      expect((body.data as PaymentObject[]).map(statuses)).to.deep.equal([['failed']])
    })

    const emailsTo = (projectId: number) =>
      onConnection((sql) =>
        sql.rows<{ cause: string }>(
          "SELECT cause FROM emails WHERE project_id = ? AND kind = 'refund_failed' AND recipient = 'owner@example.com'",
          [projectId],
        ),
      )
    const failureEvents = async (paymentId: number) =>
      (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.refund_failed').length
    const failAtStripe = () => {
      for (const { id, status } of [...fake.accounts.test.refunds.values()])
        if (status === 'succeeded') fake.accounts.test.settleRefund(id, 'failed')
    }

    for (const order of ['in order', 'backwards'] as const)
      it(`fails after a success: the money counts as received again, reported once (${order})`, async () => {
        const { refund, until, refunds, payment, paymentId, hint, shop } = await givenPaid()
        fake.switches.countsFailedRefunds = order === 'backwards'
        await refund({}).expect(201)
        await until(10 * SECOND)
        expect(await payment()).to.include({ status: 'refunded', amount_refunded: 25_000 })
        failAtStripe()
        for (const seconds of [14, 20, 26]) {
          await hint(order)
          await until(seconds * SECOND)
        }
        expect(await refunds()).to.deep.equal(['25000 failed'])
        expect(await payment()).to.include({ status: 'paid', amount_refunded: 0, amount_received: 25_000 })
        const { body } = await shop.get('/refunds').expect(200)
        expect(body.data[0].failure_message).to.include('expired_or_canceled_card')
        expect(await failureEvents(paymentId)).to.equal(1)
        expect(await emailsTo(shop.projectId)).to.have.length(1)
        expect(await eventsOf('payment', paymentId)).not.to.include('payment.discrepancy')
        await refund({ by_hand: true }).expect(201)
        expect(await payment()).to.include({ status: 'refunded', amount_refunded: 25_000 })
      })

    it('fails after a success, found by the daily reconciliation without a webhook', async () => {
      const { refund, until, refunds, payment, paymentId } = await givenPaid()
      await refund({ amount: 5_000 }).expect(201)
      await until(10 * SECOND)
      expect(await refunds()).to.deep.equal(['5000 succeeded'])
      failAtStripe()
      await until(DAY + MINUTE)
      expect(await refunds()).to.deep.equal(['5000 failed'])
      expect(await payment()).to.include({ status: 'paid', amount_refunded: 0 })
      await until(2 * DAY)
      expect(await failureEvents(paymentId)).to.equal(1)
      expect(await eventsOf('payment', paymentId)).not.to.include('payment.discrepancy')
    })

    it('fails after a success, and is required again if the order could not use the money', async () => {
      const { refund, press, until, hint, payment } = await givenStarted().then((order) => ({
        ...order,
        refund: (body: object) => order.shop.post(`/payments/${order.paymentId}/refunds`, body),
      }))
      press('pay')
      Object.assign(sessions()[0]!, { amount_total: 2_400_000 })
      await until(6 * SECOND)
      expect(await payment()).to.include({ status: 'refund_required', amount_to_refund: 24_000 })
      await refund({}).expect(201)
      await until(10 * SECOND)
      expect((await payment()).status).to.equal('refunded')
      failAtStripe()
      await hint()
      await until(20 * SECOND)
      expect(await payment()).to.include({ status: 'refund_required', amount_to_refund: 24_000 })
    })

    it('is reported if it was made on the pages of Stripe, and changes nothing here', async () => {
      const { hint, until, payment } = await givenPaid()
      fake.accounts.test.refundByHand(sessions()[0]!.id, 100_000)
      const asked = fake.requests.length
      await hint()
      await until(10 * SECOND)
      expect(fake.requests.length).to.be.greaterThan(asked)
      const { id, status } = await payment()
      expect(status).to.equal('paid')
      expect(await eventsOf('payment', id)).to.include('payment.discrepancy')
    })
  })
})
