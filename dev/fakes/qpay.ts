import { randomInt, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Answer, type Execute, type Fault, Faults, send } from './faults.ts'
import { banks, emvCode } from './qpay/code.ts'
import { QPayError, refusal } from './qpay/errors.ts'
import {
  checkedRow,
  checkInvoice,
  type Invoice,
  isPartlyPaid,
  pageOf,
  paidOf,
  type Row,
} from './qpay/invoice.ts'
import { logoOf } from './qpay/logo.ts'
import { controlPage } from './qpay/page.ts'
import { defaultSwitches, type Switches } from './qpay/switches.ts'
import { Tokens } from './qpay/tokens.ts'
import { readState, writeState } from './state-file.ts'

/** How a customer pays: in full and from a bank account, unless this says differently. */
export type Attempt = Partial<Pick<Row, 'payment_status' | 'payment_currency' | 'transaction_type'>> & {
  amount?: number | string
  /** Pays a canceled invoice too: the customer's app had loaded it before. */
  late?: boolean
}

interface Account {
  username: string
  password: string
  invoiceCode: string
}

/** Assumed, the usual HTTP response: QPay does not publish a rate limit. */
const LIMITED: Answer = { status: 429, body: { error: 'TOO_MANY_REQUESTS' }, headers: { 'retry-after': '7' } }

/**
 * QPay's merchant API, version 2, on 127.0.0.1: the part that the service calls. Each behavior names its source. Tests
 * act as customers and banks with methods, people with the buttons on the page at `/`.
 */
export class FakeQPay {
  url = ''
  readonly account: Account
  readonly invoices: Invoice[] = []
  /** The requests so far, such as `POST /v2/invoice`. */
  readonly requests: string[] = []
  switches: Switches = defaultSwitches()
  readonly #server: Server
  readonly #file: string | undefined
  readonly #tokens = new Tokens(() => this.switches)
  readonly #faults = new Faults()

  private constructor(account: Account, file: string | undefined) {
    this.account = account
    this.#file = file
    this.#server = createServer((request, response) => {
      void this.#respond(request, response)
    })
  }

  /** Starts a fake. Its invoices are saved in `file`, and a restarted fake continues with them. */
  static async start(account: Partial<Account> = {}, port = 0, file?: string): Promise<FakeQPay> {
    const fake = new FakeQPay(
      {
        ...{ username: 'TEST_MERCHANT', password: 'test-password', invoiceCode: 'TEST_INVOICE' },
        ...account,
      },
      file,
    )
    fake.invoices.push(...((readState(file) ?? []) as Invoice[]))
    fake.#server.listen(port, '127.0.0.1')
    await new Promise((listening) => fake.#server.once('listening', listening))
    fake.url = `http://127.0.0.1:${(fake.#server.address() as AddressInfo).port}`
    return fake
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Plans a failure of the next requests whose route begins with this, such as `POST /v2/invoice`. */
  failNext(route: string, fault: Fault, times = 1): void {
    this.#faults.plan(fault, (one) => one.startsWith(route), times)
  }

  /** Cancels all planned failures. */
  recover(): void {
    this.#faults.recover()
  }

  /** Continues the request that was delayed last (`held` or `executing`). */
  releaseLast(): void {
    this.#faults.releaseLast()
  }

  /** All tokens issued so far, including the refused ones. */
  get tokens(): readonly string[] {
    return this.#tokens.issued
  }

  /** Ends all access tokens early; the refresh tokens too with `refreshing`. */
  expireTokens(which: { refreshing?: boolean } = {}): void {
    this.#tokens.end(which)
  }

  /** Returns to the state of a new fake, for the next test. */
  reset(): void {
    for (const list of [this.invoices, this.requests, this.#tokens.issued]) list.length = 0
    this.recover()
    this.expireTokens({ refreshing: true })
    this.switches = defaultSwitches()
  }

  /** Returns the invoice with this id, or the newest one. */
  invoice(id?: string): Invoice {
    const found = id === undefined ? this.invoices.at(-1) : this.invoices.find((one) => one.id === id)
    if (!found) throw new Error(`QPay has no invoice ${id ?? ''}`)
    return found
  }

  /** Records a payment attempt of a customer. Sends no callback: see `hint`. */
  pay(id?: string, { amount, late = false, ...attempt }: Attempt = {}): Row {
    const invoice = this.invoice(id)
    if (invoice.status === 'CANCELED' && !late) throw new Error('a canceled invoice cannot be paid')
    const row: Row = {
      payment_id: String(randomInt(1e14, 2e14)),
      payment_status: 'PAID',
      payment_date: new Date().toISOString(),
      payment_fee: '0.00',
      payment_amount: typeof amount === 'string' ? amount : (amount ?? invoice.amount).toFixed(2),
      payment_currency: 'MNT',
      payment_wallet: randomUUID(),
      transaction_type: 'P2P',
      ...attempt,
    }
    invoice.rows.push(row)
    if (paidOf(invoice) >= invoice.amount) invoice.status = 'CLOSED'
    return row
  }

  /**
   * Sends the callback `times` times and returns the responses, also for an unpaid or canceled invoice. GET with
   * `qpay_payment_id`: V2 document, sheet callback URL (see qpay/switches.ts). POST with the invoice's id:
   * qpay-sdk/qpay-docs, app/api-reference/payments/page.mdx.
   */
  async hint(id?: string, { method = 'GET', times = 1 } = {}): Promise<string[]> {
    const { id: invoiceId, request, rows } = this.invoice(id)
    const url = new URL(String(request.callback_url))
    const signal = () => AbortSignal.timeout(5_000)
    const headers = { 'content-type': 'application/json' }
    const sent = method === 'POST' ? { headers, body: JSON.stringify({ invoice_id: invoiceId }) } : {}
    if (method !== 'POST') url.searchParams.set('qpay_payment_id', rows.at(-1)?.payment_id ?? '')
    const answers: string[] = []
    for (let time = 0; time < times; time += 1) {
      const response = await fetch(url, { method, signal: signal(), ...sent })
      answers.push(`${response.status} ${await response.text()}`)
    }
    return answers
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => '')
    const { pathname } = new URL(request.url ?? '/', 'http://qpay')
    const route = `${request.method ?? 'GET'} ${pathname}`
    if (!pathname.startsWith('/v2/')) return this.#respondToPerson(response, pathname, body)
    this.requests.push(route)
    const authorization = request.headers.authorization ?? ''
    await this.#faults.serve(response, this.#faults.take(route), LIMITED, (execute) =>
      this.#call(execute, route, authorization, body),
    )
  }

  async #call(execute: Execute, route: string, authorization: string, body: string): Promise<Answer> {
    try {
      const answer = await execute(() => this.#dispatch(route, authorization, body))
      writeState(this.#file, this.invoices)
      return { status: 200, body: answer }
    } catch (error) {
      const known = error instanceof QPayError ? error : refusal('SYSTEM_BUSY')
      return { status: this.switches.statuses[known.key ?? ''] ?? known.status, body: known.body }
    }
  }

  #dispatch(route: string, authorization: string, body: string): unknown {
    const [scheme = '', credentials = ''] = authorization.split(' ')
    if (route === 'POST /v2/auth/token') {
      const { username, password } = this.account
      const expected = Buffer.from(`${username}:${password}`).toString('base64')
      if (scheme !== 'Basic' || credentials !== expected) throw refusal('AUTHENTICATION_FAILED')
      return this.#tokens.issue()
    }
    if (route === 'POST /v2/auth/refresh') return this.#tokens.refresh(scheme === 'Bearer' ? credentials : '')
    this.#tokens.check(scheme === 'Bearer' ? credentials : '')
    const given = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
    const [, resource = '', id = ''] = /^[A-Z]+ \/v2\/(.+?)(?:\/([\w-]+))?$/.exec(route) ?? []
    if (route === 'POST /v2/invoice') return this.#create(given)
    if (route === 'POST /v2/payment/check') return this.#check(given)
    if (route.startsWith('DELETE') && resource === 'invoice') return this.#cancel(id)
    if (route.startsWith('DELETE') && resource === 'payment/refund') return this.#refund(id)
    throw new QPayError(null, 404, { error: 'NOT_FOUND', message: route })
  }

  /** The response is in the V2 document, sheet invoice_create_simple, including `qPay_shortUrl`. */
  #create(request: Record<string, unknown>): object {
    checkInvoice(request)
    if (request.invoice_code !== this.account.invoiceCode) throw refusal('INVOICE_CODE_INVALID')
    const amount = Number(request.amount)
    if (!(amount > 0)) throw refusal('INVALID_AMOUNT')
    const isKnown = this.invoices.some((one) => one.request.sender_invoice_no === request.sender_invoice_no)
    if (this.switches.uniqueNumbers && isKnown) throw refusal('UNIQUE_ERROR')
    const id = randomUUID()
    const code = emvCode(id, amount)
    this.invoices.push({ id, status: 'OPEN', request, amount, code, rows: [] })
    return {
      invoice_id: id,
      qr_text: code,
      qr_image: '',
      qPay_shortUrl: `${this.url}/s/${id}`,
      urls: this.#links(code),
    }
  }

  #links(code: string): object[] {
    const { count, length } = this.switches.links ?? { count: banks.length, length: 0 }
    return Array.from({ length: count }, (_, at) => {
      const [name, description, scheme] = banks[at % banks.length]!
      const logo = this.switches.logo ? this.switches.logo(scheme) : `${this.url}/q/logo/${scheme}.png`
      return { name, description, logo, link: `${scheme}://q?qPay_QRcode=${code}`.padEnd(length, '0') }
    })
  }

  /** Without any attempt to pay there is no `paid_amount`: V2 document, sheet payment_check. */
  #check({ object_type: type, object_id: id, offset }: Record<string, unknown>): object {
    if (type !== 'INVOICE') throw refusal('INVALID_OBJECT_TYPE')
    const invoice = this.invoices.find((one) => one.id === id)
    if (!invoice) throw refusal('INVOICE_NOTFOUND')
    const rows = pageOf(invoice.rows, offset).map((row) => checkedRow(row, this.switches.refundedAs))
    return invoice.rows.length === 0
      ? { count: 0, rows }
      : { count: invoice.rows.length, paid_amount: paidOf(invoice), rows }
  }

  #cancel(id: string): object {
    const invoice = this.invoices.find((one) => one.id === id)
    if (!invoice) throw refusal('INVOICE_NOTFOUND')
    const isKept = this.switches.keepsPartlyPaid && isPartlyPaid(invoice)
    if (invoice.status === 'CLOSED' || isKept) throw refusal('INVOICE_PAID')
    if (invoice.status === 'CANCELED') throw refusal('INVOICE_ALREADY_CANCELED')
    invoice.status = 'CANCELED'
    return {}
  }

  /** Refunds a card payment. Any other payment gives PAYMENT_SETTLED: V2 document, sheet payment_refund. */
  #refund(id: string): object {
    const row = this.invoices.flatMap(({ rows }) => rows).find((one) => one.payment_id === id)
    if (!row) throw refusal('PAYMENT_NOTFOUND')
    if (row.payment_status === 'REFUNDED') throw refusal('PAYMENT_ALREADY_CANCELED')
    if (row.payment_status !== 'PAID') throw refusal('PAYMENT_NOT_PAID')
    if (row.transaction_type !== 'CARD') throw refusal('PAYMENT_SETTLED')
    row.payment_status = 'REFUNDED'
    return {}
  }

  /** Responds to a browser: a logo, or the page with buttons for the actions of a customer in a banking app. */
  async #respondToPerson(response: ServerResponse, path: string, body: string): Promise<void> {
    const { invoice = '', action = '' } = Object.fromEntries(new URLSearchParams(body))
    if (action) this.#press(invoice, action)
    if (action) writeState(this.#file, this.invoices)
    if (action) return void response.writeHead(303, { location: '/' }).end()
    const logo = /^\/q\/logo\/([\w-]+)\.png$/.exec(path)?.[1]
    if (logo) return void response.setHeader('content-type', 'image/png').end(await logoOf(logo))
    const shown = /^\/s\/([\w-]+)$/.exec(path)?.[1]
    const list = shown ? this.invoices.filter(({ id }) => id === shown) : this.invoices
    send(response, { status: 200, body: controlPage(list) })
  }

  #press(id: string, action: string): void {
    const { amount } = this.invoice(id)
    const attempts: Record<string, Attempt[]> = {
      pay: [{ late: true }],
      card: [{ late: true, transaction_type: 'CARD' }],
      fail: [{ late: true, payment_status: 'FAILED' }],
      part: [{ late: true, amount: Math.ceil(amount / 2) }],
      twice: [{ late: true }, { late: true }],
    }
    for (const attempt of attempts[action] ?? []) this.pay(id, attempt)
    if (action !== 'quietly')
      this.hint(id).catch(() => undefined) // the service may not be running
    else this.pay(id, { late: true })
  }
}
