import { expect } from 'chai'
import { ProviderError, type ProviderPayment, type RefundAnswer } from '../../../common/methods/provider.ts'
import { qpayGateway } from '../../../common/methods/qpay/gateway.ts'
import { refusalOf } from '../../../common/methods/qpay/gateway/errors.ts'
import { config } from '../../../common/runtime/config.ts'
import { providerCall, providerPayment, withQPay } from '../../support/given/qpay.ts'

describe('QPay as a gateway', () => {
  const given = withQPay()
  beforeEach(() => (given.qpay.switches.uniqueNumbers = true))
  const call = (within?: number) => providerCall(given.values(), within)

  /** Opens a payment at QPay. */
  async function opened(fields: Partial<ProviderPayment> = {}): Promise<ProviderPayment> {
    const payment = providerPayment(fields)
    const { providerId, details } = await qpayGateway.start(payment, call())
    return { ...payment, providerId, details }
  }
  const ask = (payment: ProviderPayment) => qpayGateway.ask(payment, call())
  const giveUp = (payment: ProviderPayment) => qpayGateway.giveUp(payment, call())
  const refund = (payment: ProviderPayment, amount = payment.amount): Promise<RefundAnswer> =>
    qpayGateway.refund(payment, { id: 3, amount, currency: payment.currency, attempt: 0 }, call())

  /** Returns the `ProviderError` of a call. Throws if the call succeeds. */
  async function faultOf(
    asking: Promise<unknown>,
  ): Promise<{ fault: string; message: string; retryAfter: number | null }> {
    try {
      await asking
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      return { fault: error.fault, message: error.message, retryAfter: error.retryAfter }
    }
    throw new Error('the call succeeded')
  }

  describe('opens a payment', () => {
    it('as an invoice in whole tögrög with our number and our callback address', async () => {
      const payment = await opened({ description: `Tea ${'🍵'.repeat(200)}` })
      const { request, id } = given.qpay.invoice()
      const { invoice_description: description, ...rest } = request
      expect(rest).to.deep.equal({
        invoice_code: 'TEST_INVOICE',
        sender_invoice_no: 'tolbor-7',
        invoice_receiver_code: 'terminal',
        amount: 25_000,
        callback_url: payment.hintUrl,
      })
      expect(description).to.match(/^Tea (🍵){125}$/u)
      expect(payment.providerId).to.equal(id)
    })

    it('with the code and apps that its page needs, and no secret', async () => {
      const { details } = await opened()
      const { code, id } = given.qpay.invoice()
      expect(details).to.deep.include({ code, short_url: `${given.qpay.url}/s/${id}` })
      expect((details!.apps as unknown[]).slice(1, 2)).to.deep.equal([
        {
          name: 'Khan bank',
          nativeName: 'Хаан банк',
          url: `khanbank://q?qPay_QRcode=${code}`,
          logo: `${given.qpay.url}/q/logo/khanbank.png`,
        },
      ])
      expect(JSON.stringify(details)).not.to.include(given.qpay.account.password)
    })

    for (const [title, code] of [
      ['not if its code is too long to be drawn, counted in bytes', 'ж'.repeat(1500)],
      ['not if its code is not valid text', 'half of \ud83d'],
    ] as const)
      it(title, async () => {
        given.qpay.failNext('POST /v2/invoice', { status: 200, body: { invoice_id: 'a', qr_text: code } })
        expect((await faultOf(opened())).fault).to.equal('unreachable')
      })

    it('without entries that are not banking apps', async () => {
      const bank = { name: 'Khan bank', description: 'Хаан банк', link: 'khanbank://q' }
      const body = {
        invoice_id: 'a',
        qr_text: 'code',
        urls: [null, 'khanbank://q', [], { name: 'No link' }, bank],
      }
      given.qpay.failNext('POST /v2/invoice', { status: 200, body })
      const { details } = await opened()
      expect(details?.apps).to.deep.equal([
        { name: bank.name, nativeName: bank.description, url: bank.link, logo: null },
      ])
    })

    it('and stores at most 64 KiB of its details: apps with too long links are left out', async () => {
      given.qpay.switches.links = { count: 60, length: 3_000 }
      const { details } = await opened()
      const apps = details?.apps as unknown[]
      expect(apps).to.have.length.within(10, 13)
      expect(Buffer.byteLength(JSON.stringify(details))).to.be.below(65_000)
      given.qpay.switches.links = null
      const { details: usual } = await opened()
      expect(usual?.apps).to.have.length.above(10)
    })

    it('again if the first answer was lost: only one of the two is ever shown', async () => {
      given.qpay.failNext('POST /v2/invoice', 'lost')
      expect(await faultOf(opened())).to.include({ fault: 'unreachable' })
      const payment = await opened({ calls: 1 })
      expect(given.qpay.invoices).to.have.length(2)
      const numbers = given.qpay.invoices.map(({ request }) => request.sender_invoice_no)
      expect(numbers, 'QPay takes each number once').to.deep.equal(['tolbor-7', 'tolbor-7-1'])
      expect(payment.providerId).to.equal(given.qpay.invoice().id)
    })
  })

  it('opens a payment even if another installation used its number', async () => {
    await opened()
    const { providerId } = await opened()
    expect(given.qpay.invoice(providerId!).request.sender_invoice_no).to.match(/^tolbor-7-[\w-]{8}$/)
  })

  it('uses different addresses for live and test mode', async () => {
    const { live, test } = config().qpayUrls
    Object.assign(config().qpayUrls, { live: given.qpay.url, test: 'http://127.0.0.1:9' })
    try {
      expect((await faultOf(opened())).fault).to.equal('unreachable')
      await qpayGateway.start(providerPayment({ isTest: false }), {
        ...call(),
        account: { projectId: 1, isTest: false },
      })
      expect(given.qpay.invoices).to.have.length(1)
    } finally {
      Object.assign(config().qpayUrls, { live, test })
    }
  })

  describe('reports the state', () => {
    it('open until it is paid, also after failed attempts', async () => {
      const payment = await opened()
      expect(await ask(payment)).to.deep.equal({ state: 'open' })
      given.qpay.pay(undefined, { payment_status: 'FAILED' })
      given.qpay.pay(undefined, { payment_status: 'NEW' })
      expect(await ask(payment)).to.deep.equal({ state: 'open' })
    })

    it('paid if its rows add up to the amount', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 10_000 })
      expect(await ask(payment)).to.deep.equal({ state: 'open', received: 10_000 })
      given.qpay.pay(undefined, { amount: '15000.00' })
      expect(await ask(payment)).to.deep.equal({
        ...{ state: 'paid', amount: 25_000, currency: 'MNT', refunded: 0 },
      })
    })

    it('open after PARTIAL rows: only PAID rows count', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { payment_status: 'PARTIAL' })
      expect(await ask(payment)).to.deep.equal({ state: 'open' })
      given.qpay.pay(undefined, { amount: 10_000 })
      expect(await ask(payment)).to.deep.equal({ state: 'open', received: 10_000 })
    })

    it('paid with twice the amount if it was paid twice', async () => {
      const payment = await opened()
      given.qpay.pay()
      given.qpay.pay()
      expect(await ask(payment)).to.deep.include({ state: 'paid', amount: 50_000 })
    })

    it('open if one möngö is missing, rounded down to whole tögrög', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: '24999.99' })
      expect(await ask(payment)).to.deep.equal({ state: 'open', received: 24_999 })
    })

    const foreign: [currency: string, answered: string, amount: number][] = [
      ['USD', '14.50', 1_450],
      ['USD', '0.99', 99],
      ['EUR', '.299', 29],
      ['USD', '90071992547409.91', 9_007_199_254_740_991],
      ['KWD', '1.2345', 1_234],
      ['JPY', '20.00', 20],
    ]
    for (const [currency, answered, amount] of foreign) {
      it(`paid in the smallest unit of another currency: ${answered} ${currency} is ${amount}`, async () => {
        const payment = await opened()
        given.qpay.pay(undefined, { payment_currency: currency, amount: answered })
        expect(await ask(payment)).to.deep.equal({ state: 'paid', amount, currency, refunded: 0 })
      })
    }

    it('open after less than the smallest unit of another currency', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { payment_currency: 'USD', amount: '0.004' })
      expect(await ask(payment)).to.deep.equal({ state: 'open' })
    })

    it('paid in our currency, in upper or lower case', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { payment_currency: 'mnt' })
      expect(await ask(payment)).to.deep.include({ state: 'paid', amount: 25_000, currency: 'MNT' })
    })

    it('paid, also after a refund', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { payment_status: 'REFUNDED' })
      expect(await ask(payment)).to.deep.include({ state: 'paid', amount: 25_000, refunded: 25_000 })
    })

    it('from all rows, if there is more than one page', async () => {
      const payment = await opened()
      for (let count = 0; count < 100; count += 1) given.qpay.pay(undefined, { payment_status: 'FAILED' })
      given.qpay.pay()
      expect(await ask(payment)).to.deep.include({ state: 'paid', amount: 25_000 })
    })

    it('from thousands of rows, never from a part of them', async () => {
      const payment = await opened()
      const row = given.qpay.pay(undefined, { payment_status: 'FAILED' })
      given.qpay.invoice().rows.push(...Array.from({ length: 998 }, () => row))
      given.qpay.pay()
      expect(await ask(payment)).to.deep.include({ state: 'paid', amount: 25_000 })
      given.qpay.invoice().rows.push(...Array.from({ length: 4_000 }, () => row))
      expect(await faultOf(ask(payment))).to.include({ fault: 'unreachable' })
    })

    it('paid in our currency if that reaches the amount, next to money in other currencies', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 20, payment_currency: 'USD' })
      given.qpay.pay()
      expect(await ask(payment)).to.deep.equal({
        ...{ state: 'paid', amount: 25_000, currency: 'MNT', refunded: 0 },
        otherMoney: [{ amount: 2_000, currency: 'USD' }],
      })
    })

    it('without refunded money in another currency', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 20, payment_currency: 'USD', payment_status: 'REFUNDED' })
      expect(await ask(payment)).to.deep.equal({ state: 'open' })
      given.qpay.pay()
      expect(await ask(payment)).to.deep.equal({
        ...{ state: 'paid', amount: 25_000, currency: 'MNT', refunded: 0 },
      })
    })

    it('paid in the other currency if ours does not reach the amount or was refunded', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 20, payment_currency: 'USD' })
      const row = given.qpay.pay(undefined, { amount: 10_000 })
      const paid = { state: 'paid', amount: 2_000, currency: 'USD', refunded: 0 }
      expect(await ask(payment)).to.deep.equal({ ...paid, otherMoney: [{ amount: 10_000, currency: 'MNT' }] })
      Object.assign(row, { payment_amount: '25000.00', payment_status: 'REFUNDED' })
      expect(await ask(payment)).to.deep.equal(paid)
    })
  })

  describe('cancels a payment', () => {
    it('so that it can no longer be paid, and asks what was received', async () => {
      const payment = await opened()
      expect(await giveUp(payment)).to.deep.equal({ state: 'over', why: 'lapsed' })
      expect(given.qpay.invoice().status).to.equal('CANCELED')
      expect(await giveUp(payment), 'again').to.deep.equal({ state: 'over', why: 'lapsed' })
    })

    it('by the id from QPay, in upper or lower case', async () => {
      const odd = { ...providerPayment(), providerId: '../payment/x?y=1#z' }
      await faultOf(giveUp(odd))
      expect(given.qpay.requests).to.include('DELETE /v2/invoice/..%2Fpayment%2Fx%3Fy%3D1%23z')
    })

    it('and finds that the customer has paid', async () => {
      const payment = await opened()
      given.qpay.pay()
      expect(await giveUp(payment)).to.deep.include({ state: 'paid', amount: 25_000 })
    })

    it('and finds what was paid after the cancellation', async () => {
      const payment = await opened()
      await giveUp(payment)
      given.qpay.pay(undefined, { late: true })
      expect(await ask(payment)).to.deep.include({ state: 'paid', amount: 25_000 })
    })

    it('with a partial payment', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 10_000 })
      expect(await giveUp(payment)).to.deep.equal({ state: 'over', why: 'lapsed', received: 10_000 })
    })

    for (const [reason, trouble] of [
      ['because a part is paid', null],
      ['at the moment', { status: 500 }],
    ] as const)
      it(`and reports a partial payment even if QPay does not cancel it ${reason}`, async () => {
        const payment = await opened()
        given.qpay.switches.keepsPartlyPaid = true
        given.qpay.pay(undefined, { amount: 10_000 })
        if (trouble) given.qpay.failNext('DELETE /v2/invoice', trouble)
        expect(await giveUp(payment)).to.deep.equal({ state: 'open', received: 10_000 })
        expect(given.qpay.invoice().status).to.equal('OPEN')
      })

    it('that was never opened', async () => {
      expect(await giveUp(providerPayment())).to.deep.equal({ state: 'over', why: 'lapsed' })
    })

    it('later if this account does not know it: another account may receive its money', async () => {
      const payment = await opened()
      given.qpay.invoices.length = 0
      expect(await faultOf(giveUp(payment))).to.include({ fault: 'refused' })
    })

    it('and finds that it was paid, even if it cannot be canceled now', async () => {
      const payment = await opened()
      given.qpay.failNext('DELETE /v2/invoice', { status: 500 }, 2)
      expect(await faultOf(giveUp(payment))).to.include({ fault: 'unreachable' })
      given.qpay.pay()
      expect(await giveUp(payment)).to.deep.include({ state: 'paid', amount: 25_000 })
    })

    it('later if QPay reports it as paid before its rows do', async () => {
      const payment = await opened()
      given.qpay.failNext('DELETE /v2/invoice', { status: 400, body: { error: 'INVOICE_PAID' } })
      expect(await faultOf(giveUp(payment))).to.include({ fault: 'unreachable' })
    })
  })

  describe('refunds money', () => {
    it('in full to a card, and once for repeated requests', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { transaction_type: 'CARD' })
      expect(await refund(payment)).to.deep.equal({ status: 'succeeded' })
      expect(await refund(payment), 'again').to.deep.equal({ status: 'succeeded' })
      expect(given.qpay.invoice().rows.map(({ payment_status: status }) => status)).to.deep.equal([
        'REFUNDED',
      ])
    })

    it('not to a bank account, and tells the merchant what to do', async () => {
      const payment = await opened()
      given.qpay.pay()
      expect(await refund(payment)).to.deep.include({ status: 'failed' })
      expect((await refund(payment)).message).to.include('by_hand')
      expect(given.qpay.requests.filter((route) => route.includes('refund'))).to.deep.equal([])
    })

    it('only in full', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { transaction_type: 'CARD' })
      expect(await refund(payment, 10_000)).to.deep.include({ status: 'failed' })
    })

    it('not if a part came from a bank account', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 10_000, transaction_type: 'CARD' })
      given.qpay.pay(undefined, { amount: 15_000 })
      expect(await refund(payment)).to.deep.include({ status: 'failed' })
      expect(given.qpay.requests.filter((route) => route.includes('refund'))).to.deep.equal([])
    })

    it('not of PARTIAL rows', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { payment_status: 'PARTIAL', transaction_type: 'CARD' })
      expect(await refund(payment)).to.deep.include({ status: 'failed' })
      expect(given.qpay.requests.filter((route) => route.includes('refund'))).to.deep.equal([])
    })

    it('and reports what QPay refunded if it refuses the rest', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { amount: 10_000, transaction_type: 'CARD' })
      given.qpay.pay(undefined, { amount: 15_000, transaction_type: 'CARD' })
      const last = given.qpay.invoice().rows[1]!.payment_id
      given.qpay.failNext(`DELETE /v2/payment/refund/${last}`, {
        status: 400,
        body: { error: 'PAYMENT_SETTLED' },
      })
      const { status, message } = await refund(payment)
      expect(status).to.equal('failed')
      expect(message).to.include('10000 MNT')
    })

    it('in the currency of the refund only', async () => {
      const payment = await opened()
      const card = { transaction_type: 'CARD' } as const
      given.qpay.pay(undefined, { ...card, amount: '14.50', payment_currency: 'USD' })
      given.qpay.pay(undefined, card)
      const statuses = () => given.qpay.invoice().rows.map(({ payment_status: status }) => status)
      expect(await refund(payment)).to.deep.equal({ status: 'succeeded' })
      expect(statuses()).to.deep.equal(['PAID', 'REFUNDED'])
      const inDollars = { id: 4, amount: 1_450, currency: 'USD', attempt: 0 }
      expect(await qpayGateway.refund(payment, inDollars, call())).to.deep.equal({ status: 'succeeded' })
      expect(statuses()).to.deep.equal(['REFUNDED', 'REFUNDED'])
    })

    it('and reports the refunded amount in its own currency', async () => {
      const payment = await opened()
      const card = { transaction_type: 'CARD', payment_currency: 'USD' } as const
      given.qpay.pay(undefined, { ...card, amount: '4.50' })
      const last = given.qpay.pay(undefined, { ...card, amount: '10.00' }).payment_id
      const refused = { status: 400, body: { error: 'PAYMENT_SETTLED' } }
      given.qpay.failNext(`DELETE /v2/payment/refund/${last}`, refused)
      const answer = await qpayGateway.refund(
        payment,
        { id: 4, amount: 1_450, currency: 'USD', attempt: 0 },
        call(),
      )
      expect(answer.message).to.include('4.50 USD')
    })

    it('and reports a late refusal', async () => {
      const payment = await opened()
      given.qpay.pay(undefined, { transaction_type: 'CARD' })
      given.qpay.failNext('DELETE /v2/payment/refund', { status: 400, body: { error: 'PAYMENT_SETTLED' } })
      expect((await refund(payment)).message).to.include('by_hand')
    })
  })

  it('accepts callbacks at the address of a payment only', () => {
    const hint = { headers: {}, body: Buffer.alloc(0) }
    expect(qpayGateway.readHint({ ...hint, paymentId: 7 }, given.values())).to.deep.equal({
      paymentIds: [7],
      providerIds: [],
    })
    expect(qpayGateway.readHint({ ...hint, paymentId: null }, given.values())).to.equal(null)
  })

  describe('checks an account', () => {
    const checked = (changes: object = {}) =>
      qpayGateway.check(providerCall({ ...given.values(), ...changes }))

    it('repeatedly, although QPay accepts each number once', async () => {
      for (let round = 0; round < 3; round += 1) expect(await qpayGateway.check(call())).to.deep.equal([])
      expect(given.qpay.invoices).to.have.length(3)
    })

    it('by an invoice that is never shown, and canceled', async () => {
      expect(await checked()).to.deep.equal([])
      expect(given.qpay.invoices.map(({ status }) => status)).to.deep.equal(['CANCELED'])
    })

    it('and reports the problem', async () => {
      expect((await checked({ password: 'old' }))[0]).to.include('the username or the password is wrong')
      expect((await checked({ invoice_code: 'X' }))[0]).to.include('the invoice code is wrong')
    })

    it('with its password, even if a token is still valid', async () => {
      await opened()
      given.qpay.account.password = 'changed'
      try {
        expect((await checked({ password: 'test-password' }))[0]).to.include('the password is wrong')
      } finally {
        given.qpay.account.password = 'test-password'
      }
    })
  })

  describe('gets no usable answer', () => {
    const troubles: [answer: string, trouble: Parameters<typeof given.qpay.failNext>[1], fault: string][] = [
      ['no answer in time', 'hang', 'unreachable'],
      ['a connection that ends', 'lost', 'unreachable'],
      ['an answer that is not JSON', 'malformed', 'unreachable'],
      ['JSON of another shape', { status: 200, body: { rows: [{ payment_id: '1' }] } }, 'unreachable'],
      ['an amount that is not a number', rows({ payment_amount: 'much' }), 'unreachable'],
      ['an amount below zero', rows({ payment_amount: '-5.00' }), 'unreachable'],
      ['500', { status: 500, body: { error: 'SYSTEM_BUSY' } }, 'unreachable'],
      ['a redirection', { status: 302, headers: { location: '/login' } }, 'unreachable'],
      ['a teapot', { status: 418 }, 'unreachable'],
      [
        'an amount that is too large',
        rows({ payment_amount: String(Number.MAX_SAFE_INTEGER) }, 2),
        'unreachable',
      ],
      ['an unknown currency', rows({ payment_currency: 'money' }), 'unreachable'],
      ['502 of a proxy', { status: 502, body: 'Bad Gateway' }, 'unreachable'],
      ['403', { status: 403, body: { error: 'PERMISSION_DENIED' } }, 'account'],
      ['too many requests', { status: 429, headers: { 'retry-after': '7' } }, 'limited'],
    ]
    for (const [answer, trouble, fault] of troubles) {
      it(`if it receives ${answer}: ${fault}`, async () => {
        const payment = await opened()
        given.qpay.failNext('POST /v2/payment/check', trouble)
        const found = await faultOf(qpayGateway.ask(payment, call(trouble === 'hang' ? 100 : 5_000)))
        expect(found.fault).to.equal(fault)
        expect(found.retryAfter).to.equal(fault === 'limited' ? 7_000 : null)
        expect(found.message).to.match(/^QPay .+\.$/)
      })
    }

    it('if no server listens', async () => {
      const { test } = config().qpayUrls
      config().qpayUrls.test = 'http://127.0.0.1:9'
      try {
        expect(await faultOf(opened())).to.include({ fault: 'unreachable' })
      } finally {
        config().qpayUrls.test = test
      }
    })

    it('if the password was changed, and blames the account', async () => {
      const asking = qpayGateway.start(
        providerPayment(),
        providerCall({ ...given.values(), password: 'old' }),
      )
      const { fault, message } = await faultOf(asking)
      expect(fault).to.equal('account')
      expect(message).to.include('AUTHENTICATION_FAILED').and.not.to.include('old')
    })
  })

  describe('reads a refusal', () => {
    const cases: [status: number, code: string | null, fault: string][] = [
      [401, 'AUTHENTICATION_FAILED', 'account'],
      [401, 'NO_CREDENTIALS', 'account'],
      [403, 'PERMISSION_DENIED', 'account'],
      [400, 'INVOICE_CODE_INVALID', 'account'],
      [422, 'MERCHANT_NOTFOUND', 'account'],
      [400, 'MERCHANT_INACTIVE', 'account'],
      [404, 'CLIENT_NOTFOUND', 'account'],
      [422, 'BANK_ACCOUNT_NOTFOUND', 'account'],
      [400, 'ACCOUNT_SELECTION_INVALID', 'account'],
      [422, 'P2P_TERMINAL_NOTFOUND', 'account'],
      [422, 'CARD_TERMINAL_NOTFOUND', 'account'],
      [422, 'MCC_NOTFOUND', 'account'],
      [422, 'BANK_MCC_NOT_FOUND', 'account'],
      [400, 'QRACCOUNT_INACTIVE', 'account'],
      [422, 'QRACCOUNT_NOTFOUND', 'account'],
      [400, 'SENDER_BRANCH_DATA_REQUIRED', 'account'],
      [400, 'INVOICE_RECEIVER_DATA_REQUIRED', 'account'],
      [400, 'TAX_LINE_REQUIRED', 'account'],
      [400, 'INVOICE_LINE_REQUIRED', 'account'],
      [400, 'EBARIMT_NOT_REGISTERED', 'account'],
      [400, 'INVALID_AMOUNT', 'refused'],
      [422, 'MIN_AMOUNT_ERR', 'refused'],
      [422, 'MAX_AMOUNT_ERR', 'refused'],
      [400, 'OBJECT_DATA_ERROR', 'refused'],
      [400, 'INVALID_OBJECT_TYPE', 'refused'],
      [422, 'INVOICE_NOTFOUND', 'refused'],
      [409, 'INVOICE_PAID', 'refused'],
      [422, 'PAYMENT_NOTFOUND', 'refused'],
      [400, 'TRANSACTION_NOT_APPROVED', 'refused'],
      [400, null, 'refused'],
      [429, null, 'limited'],
      [500, 'SYSTEM_BUSY', 'unreachable'],
      [503, null, 'unreachable'],
    ]
    for (const [status, code, fault] of cases) {
      it(`with status ${status} and ${code === null ? 'no code' : `code ${code}`} as the fault "${fault}"`, () => {
        const refusal = refusalOf(status, code && { error: code, message: 'алдаа' }, null)
        expect([refusal.fault, refusal.code]).to.deep.equal([fault, code])
      })
    }

    it('about a field without keeping the sent value', () => {
      const body = { error: { callback_url: { type: 'MAX_LENGTH', message: 'https://pay.example/secret' } } }
      expect(refusalOf(400, body, null).message).to.equal('QPay answered 400.')
    })
  })
})

/** Returns an answer with a paid row that differs from the published format. */
function rows(row: object, times = 1) {
  const paid = {
    payment_id: '1',
    payment_status: 'PAID',
    payment_amount: '25000.00',
    payment_currency: 'MNT',
  }
  return {
    status: 200,
    body: { count: times, rows: Array.from({ length: times }, () => ({ ...paid, ...row })) },
  }
}
