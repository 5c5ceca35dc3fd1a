import { expect } from 'chai'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { setClock } from '../../../common/runtime/clock.ts'
import { onConnection } from '../../../db/sql.ts'
import { travelTo } from '../../support/due.ts'
import { givenCheckout } from '../../support/given/checkout.ts'
import { givenMerchant, type Merchant, tea } from '../../support/given/merchant.ts'
import { givenQPayShop, withQPay } from '../../support/given/qpay.ts'
import { serveApp } from '../../support/serve.ts'
import { eventsOf, paymentsOf } from '../../support/stored.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

describe('an order paid through QPay', () => {
  const given = withQPay()
  let stopServing: () => void
  let startedAt = 0

  before(async () => (stopServing = await serveApp()))
  after(() => {
    stopServing()
  })
  beforeEach(() => {
    startedAt = Date.now()
    given.qpay.switches.uniqueNumbers = true
  })

  /** Creates an order of ₮25,000 for which QPay was chosen. */
  async function givenStarted({ shop, body }: { shop?: Merchant; body?: object } = {}) {
    const merchant = shop ?? (await givenQPayShop(given.values()))
    const checkout = await givenCheckout(merchant, body)
    const pay = () => checkout.customer.pay({ payment_method: 'qpay' })
    await pay()
    startedAt = Date.now() // the first check is due some seconds after the payment began, which is late on a busy machine
    const [{ id } = { id: 0 }] = await paymentsOf(checkout.id)
    return {
      ...checkout,
      ...{ shop: merchant, pay, paymentId: id },
      payWithTestMethod: async () => checkout.customer.pay({}, await checkout.customer.get('?choose=1')),
      payment: async () => (await merchant.get(`/payments/${id}`).expect(200)).body.data as PaymentObject,
      state: async () => stateIn((await checkout.customer.get()).text),
      /** Runs the workers until this number of milliseconds after the start. */
      until: (time: number) => travelTo(merchant.projectId, new Date(startedAt + time)),
    }
  }

  const completionsOf = async (id: number) =>
    (await eventsOf('checkout', id)).filter((type) => type === 'checkout.completed').length
  const discrepanciesOf = async (paymentId: number) =>
    (
      await onConnection((sql) =>
        sql.rows<{ kind: string; said: string }>(
          'SELECT kind, said FROM payment_discrepancies WHERE payment_id = ?',
          [paymentId],
        ),
      )
    ).map(({ kind, said }) => `${kind} ${said}`)
  const stateIn = (text: string) => /data-state="([\w-]+)"/.exec(text)?.[1]
  /** Sets the clock, since a page view asks QPay only every few seconds. */
  const setTime = (time: number) => {
    setClock(() => new Date(startedAt + time))
  }

  it('shows the code from QPay, and uses a callback address that cannot be guessed', async () => {
    const { customer, state } = await givenStarted()
    expect(await state()).to.equal('code')
    const { text } = await customer.get()
    expect(text).to.include(`href="${given.qpay.url}/s/${given.qpay.invoice().id}"`)
    expect(given.qpay.invoice().request.callback_url).to.match(/\/hints\/qpay\/\d+\/test\/\d+\/[\w-]{43}$/)
  })

  for (const method of ['GET', 'POST']) {
    it(`is completed after a callback by ${method} and a check with QPay`, async () => {
      const { id, retrieve, payment, until } = await givenStarted()
      given.qpay.pay()
      expect(await given.qpay.hint(undefined, { method })).to.deep.equal(['200 SUCCESS'])
      await until(2 * SECOND)
      expect((await retrieve()).status).to.equal('complete')
      expect(await payment()).to.include({ status: 'paid', amount_received: 25_000, verified_by: null })
      expect(await completionsOf(id)).to.equal(1)
    })
  }

  it('is not completed by a forged callback', async () => {
    const { retrieve, until } = await givenStarted()
    await given.qpay.hint()
    await until(4 * SECOND)
    expect((await retrieve()).status).to.equal('open')
    const forged = String(given.qpay.invoice().request.callback_url).replace(/.$/, (last) =>
      last === 'A' ? 'B' : 'A',
    )
    expect((await fetch(forged)).status).to.equal(404)
  })

  it('accepts callbacks by GET and POST only', async () => {
    await givenStarted()
    const url = String(given.qpay.invoice().request.callback_url)
    const answers = await Promise.all(
      ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'].map(async (method) => {
        const { status, headers } = await fetch(url, { method })
        return [status, headers.get('allow')]
      }),
    )
    const refused = [405, 'GET, HEAD, POST']
    expect(answers).to.deep.equal([[200, null], [200, null], [200, null], refused, refused])
  })

  it('creates one test invoice, even if the settings are checked repeatedly', async () => {
    const shop = await givenQPayShop(given.values())
    const check = async () =>
      (await shop.post('/payment-methods/qpay/check').expect(200)).body.data.ok as boolean
    for (let count = 0; count < 5; count += 1) expect(await check()).to.equal(true)
    expect(given.qpay.invoices).to.have.length(1)
    setTime(2 * MINUTE)
    expect(await check()).to.equal(true)
    expect(given.qpay.invoices).to.have.length(2)
    await shop.patch('', { payment_methods: { qpay: { test: { invoice_code: 'OTHER' } } } }).expect(200)
    expect([await check(), await check()]).to.deep.equal([false, false])
  })

  it('refuses a callback that is too large or cannot be decompressed, without calling QPay', async () => {
    await givenStarted()
    const url = String(given.qpay.invoice().request.callback_url)
    const post = async (body: string, headers: Record<string, string> = {}) =>
      (await fetch(url, { method: 'POST', body, headers })).status
    expect(await post('a'.repeat(300_000))).to.equal(413)
    expect(await post('a', { 'content-encoding': 'gzip' })).to.equal(400)
    expect(await post('a', { 'content-encoding': 'odd' })).to.equal(415)
    expect(given.qpay.requests).not.to.include('POST /v2/payment/check')
  })

  it('is completed once by repeated messages in any order', async () => {
    const { id, retrieve, until } = await givenStarted()
    await given.qpay.hint(undefined, { times: 3 })
    await until(2 * SECOND)
    given.qpay.pay()
    await given.qpay.hint(undefined, { times: 3 })
    await until(6 * SECOND)
    expect(await given.qpay.hint(undefined, { times: 2 })).to.deep.equal(['200 SUCCESS', '200 SUCCESS'])
    await until(MINUTE)
    expect((await retrieve()).status).to.equal('complete')
    expect(await completionsOf(id)).to.equal(1)
  })

  it('is completed when its page is viewed, without a callback', async () => {
    const { state } = await givenStarted()
    given.qpay.pay()
    setTime(4 * SECOND)
    expect(await state()).to.equal('receipt')
  })

  it('is completed by its due row, without a page view', async () => {
    const { retrieve, until } = await givenStarted()
    given.qpay.pay()
    await until(6 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
  })

  it('is not checked more often than scheduled', async () => {
    const { until } = await givenStarted()
    await until(25 * MINUTE)
    const checks = given.qpay.requests.filter((route) => route === 'POST /v2/payment/check').length
    expect(checks).to.be.within(3, 6)
  })

  it('is canceled at QPay when it expires, and another payment can start', async () => {
    const { payment, until, state, pay } = await givenStarted()
    await until(33 * MINUTE)
    expect(given.qpay.invoice().status).to.equal('CANCELED')
    expect((await payment()).status).to.equal('canceled')
    expect(await state()).to.equal('pay')
    await pay()
    expect(given.qpay.invoices.map(({ status }) => status)).to.deep.equal(['CANCELED', 'OPEN'])
  })

  it('is completed by a payment that was canceled here', async () => {
    const { retrieve, until, paymentId } = await givenStarted()
    await until(33 * MINUTE)
    given.qpay.pay(undefined, { late: true })
    await given.qpay.hint()
    await until(34 * MINUTE)
    expect((await retrieve()).status).to.equal('complete')
    expect((await paymentsOf((await retrieve()).id))[0]).to.include({ id: paymentId, status: 'paid' })
  })

  it('requires a refund of a payment after its end', async () => {
    const { shop, id, payment, until } = await givenStarted()
    await shop.post(`/checkouts/${id}/expire`).expect(200)
    await until(4 * SECOND)
    expect(given.qpay.invoice().status).to.equal('CANCELED')
    given.qpay.pay(undefined, { late: true })
    await given.qpay.hint()
    await until(10 * SECOND)
    expect(await payment()).to.include({ status: 'refund_required', amount_to_refund: 25_000 })
  })

  it('is completed by a double payment, and records both amounts', async () => {
    const { retrieve, payment, until } = await givenStarted()
    given.qpay.pay()
    given.qpay.pay()
    await until(6 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
    expect(await payment()).to.include({ status: 'paid', amount_received: 50_000 })
  })

  it('requires a refund of money that arrives after it is complete', async () => {
    const { id, payment, paymentId, until } = await givenStarted()
    given.qpay.pay()
    await until(6 * SECOND)
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000, amount_to_refund: 0 })
    given.qpay.pay()
    await given.qpay.hint()
    await until(9 * SECOND)
    expect(await payment()).to.include({ status: 'paid', amount_received: 50_000, amount_to_refund: 25_000 })
    expect(await discrepanciesOf(paymentId)).to.deep.equal(['received_differs paid 50000 MNT 0'])
    expect(await completionsOf(id)).to.equal(1)
  })

  it('requires a refund of the second payment if two methods are used', async () => {
    const { id, payWithTestMethod, until } = await givenStarted()
    given.qpay.failNext('DELETE /v2/invoice', { status: 500 }, 10)
    await payWithTestMethod()
    given.qpay.pay()
    await given.qpay.hint()
    await until(MINUTE)
    expect((await paymentsOf(id)).map(({ method, status }) => [method, status])).to.deep.equal([
      ['qpay', 'refund_required'],
      ['test', 'paid'],
    ])
  })

  it('waits for the rest of a partial payment, and requires a refund when it expires', async () => {
    const { retrieve, payment, until } = await givenStarted()
    given.qpay.pay(undefined, { amount: 10_000 })
    await until(20 * SECOND)
    expect((await retrieve()).status).to.equal('open')
    await until(33 * MINUTE)
    expect(await payment()).to.include({ status: 'refund_required', amount_received: 10_000 })
    expect((await retrieve()).status).to.equal('open')
  })

  it('requires a refund of a partial payment that QPay does not cancel, and of money that arrives later', async () => {
    const { retrieve, payment, until, paymentId } = await givenStarted()
    given.qpay.switches.keepsPartlyPaid = true
    given.qpay.pay(undefined, { amount: 10_000 })
    await until(33 * MINUTE)
    expect(await payment()).to.include({ status: 'refund_required', amount_received: 10_000 })
    expect((await retrieve()).status).to.equal('open')
    expect(given.qpay.invoice().status, 'it can still be paid').to.equal('OPEN')
    given.qpay.pay(undefined, { amount: 15_000 })
    await until(60 * MINUTE)
    const sums = { amount_received: 25_000, amount_to_refund: 25_000 }
    expect(await payment()).to.include({ status: 'refund_required', ...sums })
    const events = (await eventsOf('payment', paymentId)).filter((type) => type === 'payment.refund_required')
    expect(events).to.have.length(1)
  })

  it('records a partial payment that QPay does not cancel when another method is chosen', async () => {
    const { id, until, payWithTestMethod } = await givenStarted()
    given.qpay.switches.keepsPartlyPaid = true
    given.qpay.pay(undefined, { amount: 10_000 })
    await payWithTestMethod()
    await until(MINUTE)
    const found = (await paymentsOf(id)).map(({ method, status }) => [method, status])
    expect(found).to.deep.equal([
      ['qpay', 'refund_required'],
      ['test', 'paid'],
    ])
  })

  it('is not completed by a PARTIAL row: only PAID rows count', async () => {
    const { retrieve, payment, until } = await givenStarted()
    given.qpay.pay(undefined, { payment_status: 'PARTIAL' })
    await until(6 * SECOND)
    expect((await retrieve()).status).to.equal('open')
    expect(await payment()).to.include({ status: 'started', amount_received: 0 })
    given.qpay.pay()
    await until(20 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
    expect(await payment()).to.include({ amount_received: 25_000 })
  })

  it('is completed by two partial payments', async () => {
    const { retrieve, until } = await givenStarted()
    given.qpay.pay(undefined, { amount: 10_000 })
    await until(20 * SECOND)
    given.qpay.pay(undefined, { amount: 15_000 })
    await until(2 * MINUTE)
    expect((await retrieve()).status).to.equal('complete')
  })

  it('is not completed by money in another currency, which is reported to the merchant', async () => {
    const { retrieve, payment, until } = await givenStarted()
    given.qpay.pay(undefined, { payment_currency: 'USD', amount: '14.50' })
    await until(20 * SECOND)
    expect((await retrieve()).status).not.to.equal('complete')
    const sums = { amount_received: 1_450, received_currency: 'USD', amount_to_refund: 1_450 }
    expect(await payment()).to.include({ status: 'refund_required', currency: 'MNT', ...sums })
    expect((await payment()).failure_message)
      .to.include('14.50 USD')
      .and.include('25000 MNT')
    expect(given.qpay.invoice().status, 'its code cannot be paid any more').to.equal('CANCELED')
  })

  it('can be paid again after money arrived in another currency', async () => {
    const { id, retrieve, payment, until, payWithTestMethod } = await givenStarted()
    given.qpay.pay(undefined, { payment_currency: 'USD', amount: '14.50' })
    await until(20 * SECOND)
    expect(await payment()).to.include({ status: 'refund_required' })
    expect((await retrieve()).status).to.equal('open')
    await payWithTestMethod()
    await until(MINUTE)
    expect((await retrieve()).status).to.equal('complete')
    expect(await completionsOf(id)).to.equal(1)
    expect((await payment()).status, 'its own money must still be refunded').to.equal('refund_required')
  })

  it('shows its code even if QPay lists sixty apps with long links', async () => {
    given.qpay.switches.links = { count: 60, length: 3_000 }
    const { state } = await givenStarted()
    expect(await state()).to.equal('code')
    expect(given.qpay.invoices).to.have.length(1)
  })

  it('is completed by our currency, and money in another one is reported to the merchant', async () => {
    const { retrieve, payment, until, paymentId } = await givenStarted()
    given.qpay.pay(undefined, { payment_currency: 'USD', amount: '14.50' })
    given.qpay.pay()
    await until(6 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
    const sums = { amount_received: 25_000, received_currency: 'MNT', amount_to_refund: 0 }
    expect(await payment()).to.include({ status: 'paid', ...sums })
    expect(await discrepanciesOf(paymentId)).to.deep.equal(['currency_differs paid 1450 USD 0'])
    await given.qpay.hint()
    await until(20 * SECOND)
    expect(await discrepanciesOf(paymentId), 'once').to.have.length(1)
  })

  it('requires a refund of too little in our currency, and reports money in another one as well', async () => {
    const { retrieve, payment, until, paymentId } = await givenStarted()
    given.qpay.pay(undefined, { payment_currency: 'USD', amount: '14.50' })
    given.qpay.pay(undefined, { amount: 10_000 })
    await until(6 * SECOND)
    expect((await retrieve()).status).not.to.equal('complete')
    expect(await payment()).to.include({ status: 'refund_required', amount_received: 1_450 })
    expect((await payment()).failure_message)
      .to.include('14.50 USD')
      .and.include('10000 MNT')
    expect(await discrepanciesOf(paymentId)).to.deep.equal(['currency_differs paid 10000 MNT 0'])
  })

  it('is completed if money in another currency was refunded at QPay', async () => {
    const { retrieve, payment, until, paymentId } = await givenStarted()
    given.qpay.pay(undefined, { payment_currency: 'USD', amount: 20, payment_status: 'REFUNDED' })
    given.qpay.pay()
    await until(6 * SECOND)
    expect((await retrieve()).status).to.equal('complete')
    expect(await payment()).to.include({ status: 'paid', amount_received: 25_000, amount_refunded: 0 })
    expect(await discrepanciesOf(paymentId)).to.deep.equal([])
  })

  it('is not completed by a payment that QPay refunded, and can be paid again', async () => {
    const { id, retrieve, payment, until, payWithTestMethod } = await givenStarted()
    given.qpay.pay().payment_status = 'REFUNDED'
    await until(6 * SECOND)
    const sums = { amount_received: 25_000, amount_refunded: 25_000, amount_to_refund: 0 }
    expect(await payment()).to.include({ status: 'refunded', ...sums })
    expect((await retrieve()).status).to.equal('open')
    await payWithTestMethod()
    expect((await retrieve()).status).to.equal('complete')
    expect(await completionsOf(id)).to.equal(1)
    const { refunds, failure_message: message } = await payment()
    expect(
      refunds.map(({ note }) => note),
      'notes are the merchant’s own',
    ).to.deep.equal([null])
    expect(message).to.include('refunded the money before it was recorded')
  })

  it('cancels the invoice of a payment that QPay refunded, and requires a refund if it is paid again', async () => {
    const { id, payment, until, state } = await givenStarted()
    given.qpay.pay().payment_status = 'REFUNDED'
    given.qpay.invoice().status = 'OPEN'
    await until(10 * SECOND)
    expect(await payment()).to.include({ status: 'refunded' })
    expect(given.qpay.invoice().status, 'its code cannot be paid any more').to.equal('CANCELED')
    given.qpay.pay(undefined, { late: true })
    await given.qpay.hint()
    await until(MINUTE)
    const sums = { amount_received: 50_000, amount_refunded: 25_000, amount_to_refund: 25_000 }
    expect(await payment()).to.include({ status: 'refund_required', ...sums })
    expect((await eventsOf('payment', (await payment()).id)).at(-1)).to.equal('payment.refund_required')
    expect(await completionsOf(id)).to.equal(0)
    expect(await state()).to.equal('pay')
  })

  it('requires a refund of the rest of a payment that QPay refunded in part', async () => {
    const { retrieve, payment, until } = await givenStarted()
    given.qpay.pay(undefined, { amount: 10_000 }).payment_status = 'REFUNDED'
    given.qpay.pay(undefined, { amount: 15_000 })
    await until(6 * SECOND)
    const sums = { amount_received: 25_000, amount_refunded: 10_000, amount_to_refund: 15_000 }
    expect(await payment()).to.include({ status: 'refund_required', ...sums })
    const expected = 'that 25000 MNT was paid and 10000 MNT of it refunded; the payment is for 25000 MNT.'
    expect((await payment()).failure_message).to.include(expected)
    expect((await retrieve()).status).not.to.equal('complete')
  })

  it('is completed by a double payment if QPay refunded one of the two', async () => {
    const { retrieve, payment, until } = await givenStarted()
    given.qpay.pay().payment_status = 'REFUNDED'
    given.qpay.pay()
    await until(6 * SECOND)
    const sums = { amount_received: 50_000, amount_refunded: 25_000, amount_to_refund: 0 }
    expect(await payment()).to.include({ status: 'paid', ...sums })
    expect((await retrieve()).status).to.equal('complete')
  })

  it('expires without money if QPay refunded a partial payment', async () => {
    const { payment, until } = await givenStarted()
    given.qpay.pay(undefined, { amount: 10_000 }).payment_status = 'REFUNDED'
    await until(35 * MINUTE)
    const sums = { amount_received: 10_000, amount_refunded: 10_000, amount_to_refund: 0 }
    expect(await payment()).to.include({ status: 'refunded', ...sums })
  })

  describe('when another method is chosen', () => {
    it('is canceled at QPay first', async () => {
      const { id, payWithTestMethod, retrieve } = await givenStarted()
      await payWithTestMethod()
      expect(given.qpay.invoice().status).to.equal('CANCELED')
      expect((await paymentsOf(id)).map(({ status }) => status)).to.deep.equal(['canceled', 'paid'])
      expect((await retrieve()).status).to.equal('complete')
    })

    it('counts the payment if it was made already, and starts no other', async () => {
      const { id, payWithTestMethod, retrieve } = await givenStarted()
      given.qpay.pay()
      await payWithTestMethod()
      expect((await paymentsOf(id)).map(({ method, status }) => [method, status])).to.deep.equal([
        ['qpay', 'paid'],
      ])
      expect((await retrieve()).status).to.equal('complete')
    })

    it('gets a new invoice after a change of the quantity', async () => {
      const item = { ...tea(2).items[0], adjustable_quantity: { enabled: true } }
      const { customer, retrieve, pay } = await givenStarted({ body: { items: [item] } })
      const [{ id } = { id: 0 }] = (await retrieve()).items
      const form = await customer.get('?choose=1')
      await customer.press('update_quantity', { [`quantity[${id}]`]: '3' }, form)
      await pay()
      expect(given.qpay.invoices.map(({ status, amount }) => [status, amount])).to.deep.equal([
        ['CANCELED', 50_000],
        ['OPEN', 75_000],
      ])
    })
  })

  describe('if QPay', () => {
    it('is unavailable, waits and shows the code when QPay is back', async () => {
      given.qpay.failNext('POST /v2/invoice', { status: 503 }, 2)
      const { state, until } = await givenStarted()
      expect(await state()).to.equal('processing')
      await until(10 * SECOND)
      expect(await state()).to.equal('code')
    })

    it('stays unavailable, offers other methods', async () => {
      given.qpay.failNext('POST /v2/invoice', { status: 503 }, 50)
      const { state, until, payment } = await givenStarted()
      await until(2 * MINUTE)
      expect(await payment()).to.include({ status: 'failed', failure_code: 'declined' })
      expect(await state()).to.equal('pay')
    })

    it('limits requests for longer than a customer waits, offers other methods', async () => {
      given.qpay.failNext('POST /v2/invoice', { status: 429, headers: { 'retry-after': '3600' } })
      const { state, payment } = await givenStarted()
      expect(await payment()).to.include({ status: 'failed', failure_code: 'declined' })
      expect(await state()).to.equal('pay')
    })

    it('rejects the account, informs the merchant and offers other methods', async () => {
      const shop = await givenQPayShop({ ...given.values(), invoice_code: 'OTHER' })
      const { state, payment } = await givenStarted({ shop })
      expect(await state()).to.equal('pay')
      expect((await payment()).failure_message).to.include('INVOICE_CODE_INVALID')
    })

    it('opens an invoice and the answer is lost, shows the second invoice', async () => {
      given.qpay.failNext('POST /v2/invoice', 'lost')
      const { until, customer } = await givenStarted()
      await until(10 * SECOND)
      expect(given.qpay.invoices).to.have.length(2)
      expect((await customer.get()).text).to.include(given.qpay.invoice().id)
    })

    it('limits requests, calls again when QPay allows it', async () => {
      const { until, customer } = await givenStarted()
      given.qpay.failNext('POST /v2/payment/check', { status: 429, headers: { 'retry-after': '600' } })
      await until(9 * MINUTE)
      await customer.get()
      expect(given.qpay.requests.filter((route) => route === 'POST /v2/payment/check')).to.have.length(1)
      given.qpay.pay()
      await until(11 * MINUTE)
      expect(given.qpay.requests.filter((route) => route === 'POST /v2/payment/check')).to.have.length(2)
    })

    it('expires its tokens, gets another one', async () => {
      const { retrieve, until } = await givenStarted()
      given.qpay.expireTokens({ refreshing: true })
      given.qpay.pay()
      await until(6 * SECOND)
      expect((await retrieve()).status).to.equal('complete')
    })
  })

  describe('if it is refunded', () => {
    async function givenPaid(attempt: Parameters<typeof given.qpay.pay>[1] = {}) {
      const started = await givenStarted()
      given.qpay.pay(undefined, attempt)
      await started.until(6 * SECOND)
      const { body } = await started.shop.post(`/payments/${started.paymentId}/refunds`).expect(201)
      await started.until(20 * SECOND)
      const { id } = body.data as { id: number }
      const { body: found } = await started.shop.get(`/refunds/${id}`).expect(200)
      return { ...started, refund: found.data as { status: string; failure_message: string | null } }
    }

    it('is refunded through QPay if the payment was made by card', async () => {
      const { refund, payment } = await givenPaid({ transaction_type: 'CARD' })
      expect(refund.status).to.equal('succeeded')
      expect((await payment()).status).to.equal('refunded')
      expect(given.qpay.invoice().rows[0]?.payment_status).to.equal('REFUNDED')
    })

    it('refuses a partial refund with instructions, and records it when sent by hand', async () => {
      const { until, shop, paymentId, payment } = await givenStarted()
      given.qpay.pay(undefined, { transaction_type: 'CARD' })
      await until(6 * SECOND)
      const refund = (body: object) => shop.post(`/payments/${paymentId}/refunds`, body)
      const { body } = await refund({ amount: 5_000 }).expect(422)
      expect(body.errors.by_hand[0]).to.include('yourself').and.include('by_hand: true')
      expect(await payment()).to.include({ amount_refunded: 0 })
      await refund({ amount: 5_000, by_hand: true }).expect(201)
      expect(await payment()).to.include({ status: 'paid', amount_refunded: 5_000 })
      await refund({}).expect(422)
      await refund({ by_hand: true }).expect(201)
      expect((await payment()).status).to.equal('refunded')
    })

    it('waits as long as QPay demands after too many requests', async () => {
      const { until, shop, paymentId, payment } = await givenStarted()
      given.qpay.pay(undefined, { transaction_type: 'CARD' })
      await until(6 * SECOND)
      given.qpay.failNext('POST /v2/payment/check', { status: 429, headers: { 'retry-after': '600' } })
      await shop.post(`/payments/${paymentId}/refunds`).expect(201)
      await until(9 * MINUTE)
      expect((await payment()).status).to.equal('paid')
      await until(11 * MINUTE)
      expect((await payment()).status).to.equal('refunded')
    })

    it('cannot return money to a bank account, and asks the merchant to send it by hand', async () => {
      const { refund, payment } = await givenPaid()
      expect(refund.status).to.equal('failed')
      expect(refund.failure_message).to.include('by_hand')
      expect((await payment()).amount_refunded).to.equal(0)
    })
  })

  it('stores no secret in clear text', async () => {
    const { until } = await givenStarted()
    given.qpay.pay()
    await until(6 * SECOND)
    const { password } = given.qpay.account
    const rows = await onConnection(async (sql) => {
      const tables = await sql.rows<{ name: string }>(
        'SELECT table_name AS name FROM information_schema.tables WHERE table_schema = DATABASE()',
      )
      return Promise.all(tables.map(({ name }) => sql.rows(`SELECT * FROM ${name}`)))
    })
    const written = JSON.stringify(rows.flat(), (_, value: unknown) =>
      typeof value === 'object' && value !== null && 'data' in value && Array.isArray(value.data)
        ? Buffer.from(value.data as number[]).toString('latin1')
        : value,
    )
    expect(written).to.include(given.qpay.invoice().id).and.not.to.include(password)
  })

  it('offers QPay if the currency of the project is MNT', async () => {
    const shop = await givenQPayShop(given.values())
    const offered = async () =>
      (await (await givenCheckout(shop)).customer.get()).text.includes('value="qpay"')
    expect(await offered()).to.equal(true)
    const other = await givenMerchant({ currency: 'EUR' })
    await other.patch('', { payment_methods: { qpay: { test: given.values() } } })
    expect((await (await givenCheckout(other)).customer.get()).text).not.to.include('value="qpay"')
  })
})
