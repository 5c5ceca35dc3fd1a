import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect } from 'chai'
import { FakeQPay } from '../../dev/fakes/qpay.ts'

describe('the fake QPay', () => {
  let qpay: FakeQPay

  before(async () => {
    qpay = await FakeQPay.start()
  })
  beforeEach(() => {
    qpay.reset()
  })
  after(() => {
    qpay.stop()
  })

  async function ask(method: string, path: string, authorization: string, body?: object) {
    const response = await fetch(`${qpay.url}/v2/${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  type Reply = Awaited<ReturnType<typeof ask>>
  const errorIn = ({ status, body }: Reply) => [status, body.error]

  const basic = () => {
    const { username, password } = qpay.account
    return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  }
  const signIn = async () => {
    const { body } = await ask('POST', 'auth/token', basic())
    return {
      access: `Bearer ${String(body.access_token)}`,
      refresh: `Bearer ${String(body.refresh_token)}`,
      body,
    }
  }
  const refresh = (token: string) => ask('POST', 'auth/refresh', token)

  const invoice = (fields: object = {}) => ({
    ...{ invoice_code: 'TEST_INVOICE', sender_invoice_no: '7', invoice_receiver_code: 'terminal' },
    ...{ invoice_description: 'Tea', amount: 25_000, callback_url: 'https://pay.example/hint' },
    ...fields,
  })
  /** Opens an invoice, and returns calls about it. */
  async function givenInvoice(fields: object = {}) {
    const { access } = await signIn()
    const { body } = await ask('POST', 'invoice', access, invoice(fields))
    const id = body.invoice_id as string
    const check = (offset?: object) =>
      ask('POST', 'payment/check', access, {
        object_type: 'INVOICE',
        object_id: id,
        ...(offset && { offset }),
      })
    const cancel = () => ask('DELETE', `invoice/${id}`, access)
    return { id, access, body, check, cancel }
  }
  const rowsIn = ({ body }: Reply) => body.rows as Record<string, unknown>[]

  describe('creates tokens', () => {
    const use = async (access: string) => (await ask('POST', 'invoice', access, invoice())).status

    it('that a test can expire early, repeatedly', async () => {
      for (let round = 0; round < 3; round += 1) {
        const { access, refresh: refreshing } = await signIn()
        expect(await use(access)).to.equal(200)
        qpay.expireTokens()
        expect(await use(access)).to.equal(401)
        expect((await refresh(refreshing)).status).to.equal(200)
      }
      const { refresh: refreshing } = await signIn()
      qpay.expireTokens({ refreshing: true })
      expect((await refresh(refreshing)).status).to.equal(401)
    })

    it('that are refused at first use, including refreshed tokens, if that is switched on', async () => {
      qpay.switches.refusesNextTokens = 2
      const first = await signIn()
      const second = (await refresh(first.refresh)).body
      const third = await signIn()
      expect(await use(first.access)).to.equal(401)
      expect(await use(`Bearer ${String(second.access_token)}`)).to.equal(401)
      expect(await use(third.access)).to.equal(200)
    })

    it('that invalidate earlier tokens, if that is switched on', async () => {
      const [first, second] = [await signIn(), await signIn()]
      expect([await use(first.access), await use(second.access)]).to.deep.equal([200, 200])
      qpay.switches.newTokenEndsEarlierOnes = true
      const third = await signIn()
      expect([await use(second.access), await use(third.access)]).to.deep.equal([401, 200])
    })

    it('that cannot be refreshed, if that is switched on', async () => {
      qpay.switches.refusesRefreshTokens = true
      const { refresh: refreshing, access } = await signIn()
      expect(errorIn(await refresh(refreshing))).to.deep.equal([401, 'NO_CREDENDIALS'])
      expect(await use(access)).to.equal(200)
    })

    it('that are refused by either of two published codes', async () => {
      expect(errorIn(await ask('POST', 'invoice', 'Bearer none', invoice()))).to.deep.equal([
        401,
        'NO_CREDENDIALS',
      ])
      qpay.switches.noCredentials = 'NO_CREDENTIALS'
      expect(errorIn(await ask('POST', 'invoice', 'Bearer none', invoice()))).to.deep.equal([
        401,
        'NO_CREDENTIALS',
      ])
    })

    for (const [as, from] of [
      ['seconds', 0],
      ['unix', Math.floor(Date.now() / 1000)],
    ] as const) {
      it(`that have an expiry in the format "${as}"`, async () => {
        qpay.switches.expiry = { as, seconds: 3_600 }
        const { body } = await signIn()
        expect(body.expires_in).to.be.within(from + 3_600, from + 3_700)
        expect(body.refresh_expires_in).to.be.greaterThan(body.expires_in as number)
      })
    }
  })

  describe('checks an invoice', () => {
    it('without an amount before the first attempt to pay', async () => {
      const { check } = await givenInvoice()
      expect((await check()).body).to.deep.equal({ count: 0, rows: [] })
    })

    it('with a row for each attempt, and the sum of PAID rows in tögrög', async () => {
      const { check } = await givenInvoice()
      for (const status of ['NEW', 'FAILED', 'PARTIAL', 'REFUNDED'] as const)
        qpay.pay(undefined, { payment_status: status })
      qpay.pay(undefined, { amount: '10000.50' })
      qpay.pay(undefined, { amount: 5_000, payment_currency: 'USD' })
      const reply = await check()
      expect(reply.body).to.include({ count: 6, paid_amount: 10_000.5 })
      expect(rowsIn(reply).map((row) => [row.payment_status, row.payment_amount])).to.deep.equal([
        ['NEW', '25000.00'],
        ['FAILED', '25000.00'],
        ['PARTIAL', '25000.00'],
        ['REFUNDED', '25000.00'],
        ['PAID', '10000.50'],
        ['PAID', '5000.00'],
      ])
    })

    it('with the published field names of a check, which differ from a payment', async () => {
      const { check } = await givenInvoice()
      qpay.pay(undefined, { transaction_type: 'CARD' })
      qpay.pay()
      const [card, account] = rowsIn(await check())
      expect(card).to.include({ payment_type: 'CARD', trx_fee: '0.00' })
      expect([card!.card_transactions, card!.p2p_transactions]).to.have.nested.property('[0].length', 1)
      expect(account).to.include({ payment_type: 'P2P', payment_currency: 'MNT' })
      expect(account!.p2p_transactions).to.have.length(1)
      for (const row of [card, account])
        expect(row).not.to.have.any.keys('transaction_type', 'payment_fee', 'payment_date')
    })

    it('in pages of 1 to 100 rows, or 10 without an offset', async () => {
      const { check } = await givenInvoice()
      const ids = Array.from({ length: 12 }, () => qpay.pay(undefined, { amount: 1 }).payment_id)
      const page = async (offset?: object) => rowsIn(await check(offset)).map(({ payment_id: id }) => id)
      expect(await page()).to.deep.equal(ids.slice(0, 10))
      expect(await page({ page_number: 2, page_limit: 5 })).to.deep.equal(ids.slice(5, 10))
      expect(await page({ page_number: 1, page_limit: 100 })).to.deep.equal(ids)
      expect((await check({ page_number: 2, page_limit: 5 })).body).to.include({ count: 12, paid_amount: 12 })
      for (const limit of [0, 101]) {
        const { status, body } = await check({ page_number: 1, page_limit: limit })
        expect([status, Object.keys(body.error as object)]).to.deep.equal([400, ['page_limit']])
      }
    })

    it('with either of two published statuses of a refund', async () => {
      const { check } = await givenInvoice()
      qpay.pay(undefined, { payment_status: 'REFUNDED' })
      expect(rowsIn(await check())[0]).to.include({ payment_status: 'REFUNDED' })
      qpay.switches.refundedAs = 'REFUND'
      expect(rowsIn(await check())[0]).to.include({ payment_status: 'REFUND' })
    })
  })

  describe('cancels an invoice', () => {
    const cases: [title: string, prepare: () => void, error: [number, string] | null, status: string][] = [
      ['that is open', () => undefined, null, 'CANCELED'],
      ['that is paid', () => qpay.pay(), [400, 'INVOICE_PAID'], 'CLOSED'],
      ['that is partly paid', () => qpay.pay(undefined, { amount: 1 }), null, 'CANCELED'],
      ['with a PARTIAL row', () => qpay.pay(undefined, { payment_status: 'PARTIAL' }), null, 'CANCELED'],
      [
        'that is partly paid, unless partly paid invoices are kept',
        () => {
          qpay.switches.keepsPartlyPaid = true
          qpay.pay(undefined, { amount: 1 })
        },
        [400, 'INVOICE_PAID'],
        'OPEN',
      ],
      [
        'with a PARTIAL row, unless partly paid invoices are kept',
        () => {
          qpay.switches.keepsPartlyPaid = true
          qpay.pay(undefined, { payment_status: 'PARTIAL' })
        },
        [400, 'INVOICE_PAID'],
        'OPEN',
      ],
      [
        'with a FAILED row, even if partly paid invoices are kept',
        () => {
          qpay.switches.keepsPartlyPaid = true
          qpay.pay(undefined, { payment_status: 'FAILED' })
        },
        null,
        'CANCELED',
      ],
    ]
    for (const [title, prepare, error, status] of cases) {
      it(`${title}: ${error?.[1] ?? 'done'}`, async () => {
        const { cancel } = await givenInvoice()
        prepare()
        const reply = await cancel()
        if (error) expect(errorIn(reply)).to.deep.equal(error)
        else expect(reply).to.deep.equal({ status: 200, body: {} })
        expect(qpay.invoice().status).to.equal(status)
      })
    }

    it('only once, and only if it exists', async () => {
      const { cancel, access } = await givenInvoice()
      await cancel()
      expect(await cancel()).to.deep.equal({
        status: 400,
        body: { error: 'INVOICE_ALREADY_CANCELED', message: 'Нэхэмжлэл цуцлагдсан байна' },
      })
      expect(errorIn(await ask('DELETE', 'invoice/none', access))).to.deep.equal([422, 'INVOICE_NOTFOUND'])
    })

    it('and refuses with the HTTP statuses of another source, if they are switched on', async () => {
      qpay.switches.statuses = { INVOICE_PAID: 409, INVOICE_NOTFOUND: 404 }
      const { cancel, access } = await givenInvoice()
      qpay.pay()
      expect(errorIn(await cancel())).to.deep.equal([409, 'INVOICE_PAID'])
      expect(errorIn(await ask('DELETE', 'invoice/none', access))).to.deep.equal([404, 'INVOICE_NOTFOUND'])
    })
  })

  describe('opens an invoice', () => {
    it('with many long links, if that is switched on', async () => {
      expect((await givenInvoice()).body.urls).to.have.length(17)
      qpay.switches.links = { count: 60, length: 3_200 }
      const urls = (await givenInvoice()).body.urls as { link: string }[]
      expect(urls.map(({ link }) => link.length)).to.deep.equal(Array(60).fill(3_200))
    })

    it('with a number that was used before, unless that is switched off', async () => {
      const { access } = await givenInvoice()
      expect((await ask('POST', 'invoice', access, invoice())).status).to.equal(200)
      qpay.switches.uniqueNumbers = true
      expect((await ask('POST', 'invoice', access, invoice())).status).to.equal(409)
      expect((await ask('POST', 'invoice', access, invoice({ sender_invoice_no: '8' }))).status).to.equal(200)
    })
  })

  it('refunds card payments only, in full and once', async () => {
    const { access } = await givenInvoice()
    const refund = (id: string) => ask('DELETE', `payment/refund/${id}`, access)
    const card = qpay.pay(undefined, { transaction_type: 'CARD' })
    expect(await refund(card.payment_id)).to.deep.equal({ status: 200, body: {} })
    expect(errorIn(await refund(card.payment_id))).to.deep.equal([400, 'PAYMENT_ALREADY_CANCELED'])
    expect(errorIn(await refund(qpay.pay().payment_id))).to.deep.equal([400, 'PAYMENT_SETTLED'])
    const failed = qpay.pay(undefined, { payment_status: 'FAILED' })
    expect(errorIn(await refund(failed.payment_id))).to.deep.equal([400, 'PAYMENT_NOT_PAID'])
    expect(errorIn(await refund('1'))).to.deep.equal([422, 'PAYMENT_NOTFOUND'])
  })

  it('sends callbacks by GET and POST, early, late and repeatedly', async () => {
    const received: string[] = []
    const shop = createServer((request, response) => {
      void text(request).then((body) => {
        received.push([request.method, new URL(request.url!, 'http://shop').search, body].join(' '))
        response.end('SUCCESS')
      })
    })
    await new Promise<void>((listening) => shop.listen(0, '127.0.0.1', listening))
    try {
      const url = `http://127.0.0.1:${(shop.address() as AddressInfo).port}/hint?token=1`
      const { id, cancel } = await givenInvoice({ callback_url: url })
      expect(await qpay.hint()).to.deep.equal(['200 SUCCESS'])
      await cancel()
      const { payment_id: paid } = qpay.pay(undefined, { late: true })
      await qpay.hint(id, { times: 2 })
      await qpay.hint(id, { method: 'POST' })
      const get = `GET ?token=1&qpay_payment_id=${paid} `
      const post = `POST ?token=1 {"invoice_id":"${id}"}`
      expect(received).to.deep.equal(['GET ?token=1&qpay_payment_id= ', get, get, post])
    } finally {
      shop.close()
      shop.closeAllConnections()
    }
  })

  it('restores its defaults after a reset', async () => {
    Object.assign(qpay.switches, {
      uniqueNumbers: true,
      refusesRefreshTokens: true,
      statuses: { INVOICE_PAID: 409 },
    })
    qpay.failNext('POST', 'error', 5)
    await signIn()
    qpay.reset()
    const { access, refresh: refreshing } = await signIn()
    await ask('POST', 'invoice', access, invoice())
    expect((await ask('POST', 'invoice', access, invoice())).status).to.equal(200)
    expect((await refresh(refreshing)).status).to.equal(200)
  })
})
