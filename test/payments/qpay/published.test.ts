import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { FakeQPay } from '../../../dev/fakes/qpay.ts'
import { withQPay } from '../../support/given/qpay.ts'

/*
 * Sources of these formats: QPay's own documents (developer.qpay.mn, "QPay API doc V2": the fields of a request
 * and their lengths, the table of error keys and statuses); Amraa1/qpay_client, spec/openapi.yaml (the schemas
 * AuthToken, CreateInvoiceRequest, CreateInvoiceResponse, the methods and paths) and enums.py; qpay-sdk/qpay-docs,
 * api-reference and error-codes; and answers of the live API that public clients have recorded (`expires_in` as a
 * Unix time, `payment/check` without `paid_amount`, the schemes of banks, PAYMENT_SETTLED, errors by field).
 */

const string = 'string'
const number = 'number'

const TOKEN = {
  token_type: string,
  refresh_expires_in: number,
  refresh_token: string,
  access_token: string,
  expires_in: number,
  scope: string,
  'not-before-policy': string,
  session_state: string,
}
const INVOICE = {
  invoice_id: string,
  qr_text: string,
  qr_image: string,
  qPay_shortUrl: string,
  urls: [{ name: string, description: string, logo: string, link: string }],
}
const ROW = {
  payment_id: string,
  payment_status: string,
  payment_amount: string,
  trx_fee: string,
  payment_currency: string,
  payment_wallet: string,
  payment_type: string,
  next_payment_date: 'null',
  next_payment_datetime: 'null',
  card_transactions: [],
  p2p_transactions: [
    {
      transaction_bank_code: string,
      account_bank_code: string,
      account_bank_name: string,
      account_number: string,
      status: string,
      amount: string,
      currency: string,
      settlement_status: string,
    },
  ],
}
const CHECK = { count: number, paid_amount: number, rows: [ROW] }
const STATES = ['NEW', 'FAILED', 'PAID', 'PARTIAL', 'REFUNDED']
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Replaces each value by the name of its type, and each list by its first item. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf)
  if (value === null) return 'null'
  if (typeof value !== 'object') return typeof value
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, shapeOf(of)]))
}

describe('the fake QPay of the tests and bin/dev', () => {
  const given = withQPay()

  async function ask(method: string, path: string, authorization: string, body?: object) {
    const response = await fetch(given.qpay.url + path, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }

  async function signIn(): Promise<string> {
    const { username, password } = given.qpay.account
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const { body } = await ask('POST', '/v2/auth/token', `Basic ${basic}`)
    expect(shapeOf(body)).to.deep.equal(TOKEN)
    return `Bearer ${String(body.access_token)}`
  }

  const invoice = {
    invoice_code: 'TEST_INVOICE',
    sender_invoice_no: '7',
    invoice_receiver_code: 'terminal',
    invoice_description: 'Tea',
    amount: 25_000,
    callback_url: 'https://pay.example/hint',
  }
  const check = (id: unknown) => ({
    object_type: 'INVOICE',
    object_id: id,
    offset: { page_number: 1, page_limit: 100 },
  })

  it('returns tokens in the published format, with seconds or a Unix time, and refreshes them', async () => {
    for (const [as, least, most] of [
      ['seconds', 3_599, 3_601],
      ['unix', Date.now() / 1000 + 3_500, Date.now() / 1000 + 3_700],
    ] as const) {
      given.qpay.switches.expiry = { as, seconds: 3_600 }
      const { username, password } = given.qpay.account
      const basic = Buffer.from(`${username}:${password}`).toString('base64')
      const { body } = await ask('POST', '/v2/auth/token', `Basic ${basic}`)
      expect(body.expires_in).to.be.within(least, most)
      const again = await ask('POST', '/v2/auth/refresh', `Bearer ${String(body.refresh_token)}`)
      expect([again.status, shapeOf(again.body)]).to.deep.equal([200, TOKEN])
    }
  })

  it('opens an invoice in the published format, with an EMVCo code and a link for each bank', async () => {
    const { status, body } = await ask('POST', '/v2/invoice', await signIn(), invoice)
    expect([status, shapeOf(body)]).to.deep.equal([200, INVOICE])
    expect(body.invoice_id).to.match(UUID)
    expect(body.qr_text).to.match(/^000201010212.*5303496540525000.*6304[0-9A-F]{4}$/)
    for (const { link } of body.urls as { link: string }[])
      expect(link.split('://')[1]).to.equal(`q?qPay_QRcode=${String(body.qr_text)}`)
  })

  it('returns no amount before the first attempt, and then a row for each attempt', async () => {
    const token = await signIn()
    const { body } = await ask('POST', '/v2/invoice', token, invoice)
    const before = await ask('POST', '/v2/payment/check', token, check(body.invoice_id))
    expect(before.body).to.deep.equal({ count: 0, rows: [] })
    given.qpay.pay(undefined, { payment_status: 'FAILED' })
    given.qpay.pay()
    const { body: after } = await ask('POST', '/v2/payment/check', token, check(body.invoice_id))
    expect(shapeOf(after)).to.deep.equal(CHECK)
    expect([after.count, after.paid_amount]).to.deep.equal([2, 25_000])
    for (const row of after.rows as Record<string, string>[]) {
      expect(STATES).to.include(row.payment_status)
      expect(row.payment_type).to.equal('P2P')
      expect(row.payment_amount).to.match(/^\d+\.\d\d$/)
    }
  })

  it('returns an empty object for cancellations and refunds', async () => {
    const token = await signIn()
    const { body } = await ask('POST', '/v2/invoice', token, invoice)
    expect(await ask('DELETE', `/v2/invoice/${String(body.invoice_id)}`, token)).to.deep.equal({
      status: 200,
      body: {},
    })
    await ask('POST', '/v2/invoice', token, invoice)
    const { payment_id: id } = given.qpay.pay(undefined, { transaction_type: 'CARD' })
    expect(await ask('DELETE', `/v2/payment/refund/${id}`, token)).to.deep.equal({ status: 200, body: {} })
  })

  it('refuses requests with the published error keys', async () => {
    const token = await signIn()
    const refused = async (...request: Parameters<typeof ask>) => {
      const { status, body } = await ask(...request)
      return [status, body.error]
    }
    const basic = `Basic ${Buffer.from('TEST_MERCHANT:wrong').toString('base64')}`
    const none = '00000000-0000-0000-0000-000000000000'
    expect(await refused('POST', '/v2/auth/token', basic)).to.deep.equal([401, 'AUTHENTICATION_FAILED'])
    expect(await refused('POST', '/v2/invoice', 'Bearer old', invoice)).to.deep.equal([401, 'NO_CREDENDIALS'])
    expect(await refused('POST', '/v2/payment/check', token, check(none))).to.deep.equal([
      422,
      'INVOICE_NOTFOUND',
    ])
    const wrong = { ...invoice, invoice_code: 'OTHER' }
    expect(await refused('POST', '/v2/invoice', token, wrong)).to.deep.equal([400, 'INVOICE_CODE_INVALID'])
    expect(await refused('POST', '/v2/invoice', token, { ...invoice, amount: 0 })).to.deep.equal([
      400,
      'INVALID_AMOUNT',
    ])
    const long = await ask('POST', '/v2/invoice', token, { ...invoice, sender_invoice_no: '7'.repeat(46) })
    expect([long.status, shapeOf(long.body)]).to.deep.equal([
      400,
      { error: { sender_invoice_no: { type: string, message: string } } },
    ])
    const { body } = await ask('POST', '/v2/invoice', token, invoice)
    const { payment_id: id } = given.qpay.pay()
    const path = `/v2/invoice/${String(body.invoice_id)}`
    expect(await refused('DELETE', path, token)).to.deep.equal([400, 'INVOICE_PAID'])
    expect(await refused('DELETE', `/v2/payment/refund/${id}`, token)).to.deep.equal([400, 'PAYMENT_SETTLED'])
  })

  it('keeps its invoices after a restart, as in bin/dev', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'qpay-'))
    const file = join(folder, 'qpay.json')
    const first = await FakeQPay.start({}, 0, file)
    const { username, password } = first.account
    const basic = Buffer.from(`${username}:${password}`).toString('base64')
    const sent = (path: string, authorization: string, body?: object) =>
      fetch(first.url + path, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
    const token = (await (await sent('/v2/auth/token', `Basic ${basic}`)).json()) as { access_token: string }
    await sent('/v2/invoice', `Bearer ${token.access_token}`, invoice)
    const { id } = first.invoice()
    await fetch(first.url, { method: 'POST', body: new URLSearchParams({ invoice: id, action: 'quietly' }) })
    first.stop()

    const second = await FakeQPay.start({}, 0, file)
    expect(second.invoice(id).rows.map(({ payment_status: status }) => status)).to.deep.equal(['PAID'])
    second.stop()
    rmSync(folder, { recursive: true })
  })

  it('has a page with buttons that replace the app of a bank', async () => {
    const description = 'Tea & <b>cups</b>'
    await ask('POST', '/v2/invoice', await signIn(), { ...invoice, invoice_description: description })
    const { id, rows } = given.qpay.invoice()
    const page = await (await fetch(`${given.qpay.url}/s/${id}`)).text()
    expect(page).to.include('Tea &amp; &lt;b&gt;cups').and.include('25,000 MNT')
    const body = new URLSearchParams({ invoice: id, action: 'quietly' })
    const list = await (await fetch(given.qpay.url, { method: 'POST', body })).text()
    expect(list).to.include('PAID 25000.00').and.include('CLOSED')
    expect(rows.map(({ payment_status: status }) => status)).to.deep.equal(['PAID'])
  })
})
