import { randomInt, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Answer, type Execute, type Fault, Faults, send } from './faults.ts'
import { readKept, writeKept } from './kept.ts'
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
import { controlPage } from './qpay/page.ts'
import { type Switches, usual } from './qpay/switches.ts'
import { Tokens } from './qpay/tokens.ts'

/** How a customer pays; in full and from a bank account if nothing else is given. */
export type Attempt = Partial<Pick<Row, 'payment_status' | 'payment_currency' | 'transaction_type'>> & {
  amount?: number | string
  /** Also if the invoice was canceled: the customer's app had read it before. */
  late?: boolean
}

interface Account {
  username: string
  password: string
  invoiceCode: string
}

/** QPay does not publish a limit: assumed as HTTP has it. */
const LIMITED: Answer = { status: 429, body: { error: 'TOO_MANY_REQUESTS' }, headers: { 'retry-after': '7' } }

/**
 * QPay's merchant API, version 2, as far as the service calls it, on loopback. Each behaviour names its source where it
 * stands. Customers and their banks act by calls here, or by a press on the page at `/`.
 */
export class FakeQPay {
  url = ''
  readonly account: Account
  readonly invoices: Invoice[] = []
  /** The requests so far, such as `POST /v2/invoice`. */
  readonly asked: string[] = []
  switches: Switches = usual()
  readonly #server: Server
  readonly #file: string | undefined
  readonly #tokens = new Tokens(() => this.switches)
  readonly #faults = new Faults()

  private constructor(account: Account, file: string | undefined) {
    this.account = account
    this.#file = file
    this.#server = createServer((request, response) => {
      void this.#answer(request, response)
    })
  }

  /** Starts a fake. `file` keeps its invoices for the next one that is started in its place. */
  static async start(account: Partial<Account> = {}, port = 0, file?: string): Promise<FakeQPay> {
    const fake = new FakeQPay(
      {
        ...{ username: 'TEST_MERCHANT', password: 'test-password', invoiceCode: 'TEST_INVOICE' },
        ...account,
      },
      file,
    )
    fake.invoices.push(...((readKept(file) ?? []) as Invoice[]))
    fake.#server.listen(port, '127.0.0.1')
    await new Promise((listening) => fake.#server.once('listening', listening))
    fake.url = `http://127.0.0.1:${(fake.#server.address() as AddressInfo).port}`
    return fake
  }

  stop(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Plans a failure of the next requests that begin so, such as `POST /v2/invoice`. */
  trouble(route: string, fault: Fault, times = 1): void {
    this.#faults.plan(fault, (one) => one.startsWith(route), times)
  }

  /** Drops the failures that are still planned. */
  recover(): void {
    this.#faults.recover()
  }

  /** Gives the answer that was held last, or lets the request execute that came last. */
  releaseLast(): void {
    this.#faults.releaseLast()
  }

  /** Every token that was ever given, also those that are refused now. */
  get tokens(): readonly string[] {
    return this.#tokens.given
  }

  /** Ends tokens before their time; the refreshing ones too if that is asked for. */
  expireTokens(which: { refreshing?: boolean } = {}): void {
    this.#tokens.end(which)
  }

  /** Sets everything back, for the next test. */
  reset(): void {
    for (const list of [this.invoices, this.asked, this.#tokens.given]) list.length = 0
    this.recover()
    this.expireTokens({ refreshing: true })
    this.switches = usual()
  }

  /** Returns the invoice of this id, or the newest one. */
  invoice(id?: string): Invoice {
    const found = id === undefined ? this.invoices.at(-1) : this.invoices.find((one) => one.id === id)
    if (!found) throw new Error(`QPay has no invoice ${id ?? ''}`)
    return found
  }

  /** A customer pays, or tries to. Nobody is told: that is `hint`. */
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
   * Calls back, as often as is asked, and returns the answers: also before anybody has paid, and after the invoice was
   * canceled. By GET with `qpay_payment_id`: V2 document, sheet callback URL (see qpay/switches.ts). By POST with the
   * invoice's id: qpay-sdk/qpay-docs, app/api-reference/payments/page.mdx.
   */
  async hint(id?: string, { method = 'GET', times = 1 } = {}): Promise<string[]> {
    const { id: invoiceId, asked, rows } = this.invoice(id)
    const url = new URL(String(asked.callback_url))
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

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => '')
    const { pathname } = new URL(request.url ?? '/', 'http://qpay')
    const route = `${request.method ?? 'GET'} ${pathname}`
    if (!pathname.startsWith('/v2/')) return this.#answerPerson(response, pathname, body)
    this.asked.push(route)
    const authorization = request.headers.authorization ?? ''
    await this.#faults.serve(response, this.#faults.take(route), LIMITED, (execute) =>
      this.#answerOf(execute, route, authorization, body),
    )
  }

  async #answerOf(execute: Execute, route: string, authorization: string, body: string): Promise<Answer> {
    try {
      const answer = await execute(() => this.#do(route, authorization, body))
      writeKept(this.#file, this.invoices)
      return { status: 200, body: answer }
    } catch (error) {
      const known = error instanceof QPayError ? error : refusal('SYSTEM_BUSY')
      return { status: this.switches.statuses[known.key ?? ''] ?? known.status, body: known.body }
    }
  }

  #do(route: string, authorization: string, body: string): unknown {
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

  /** Answers as in the V2 document, sheet invoice_create_simple, which has `qPay_shortUrl` too. */
  #create(asked: Record<string, unknown>): object {
    checkInvoice(asked)
    if (asked.invoice_code !== this.account.invoiceCode) throw refusal('INVOICE_CODE_INVALID')
    const amount = Number(asked.amount)
    if (!(amount > 0)) throw refusal('INVALID_AMOUNT')
    const isKnown = this.invoices.some((one) => one.asked.sender_invoice_no === asked.sender_invoice_no)
    if (this.switches.uniqueNumbers && isKnown) throw refusal('UNIQUE_ERROR')
    const id = randomUUID()
    const code = emvCode(id, amount)
    this.invoices.push({ id, status: 'OPEN', asked, amount, code, rows: [] })
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
      const logo = `https://qpay.mn/q/logo/${scheme}.png`
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

  /** Only money by card goes back: V2 document, sheet payment_refund, which answers PAYMENT_SETTLED otherwise. */
  #refund(id: string): object {
    const row = this.invoices.flatMap(({ rows }) => rows).find((one) => one.payment_id === id)
    if (!row) throw refusal('PAYMENT_NOTFOUND')
    if (row.payment_status === 'REFUNDED') throw refusal('PAYMENT_ALREADY_CANCELED')
    if (row.payment_status !== 'PAID') throw refusal('PAYMENT_NOT_PAID')
    if (row.transaction_type !== 'CARD') throw refusal('PAYMENT_SETTLED')
    row.payment_status = 'REFUNDED'
    return {}
  }

  /** Answers what is not a call of the API: the page on which people press, in place of a bank's app. */
  #answerPerson(response: ServerResponse, path: string, body: string): void {
    const { invoice = '', action = '' } = Object.fromEntries(new URLSearchParams(body))
    const said = action && this.#press(invoice, action)
    if (action) writeKept(this.#file, this.invoices)
    if (action) return void response.writeHead(303, { location: `/?said=${encodeURIComponent(said)}` }).end()
    const shown = /^\/s\/([\w-]+)$/.exec(path)?.[1]
    const list = shown ? this.invoices.filter(({ id }) => id === shown) : this.invoices
    send(response, { status: 200, body: controlPage(list) })
  }

  #press(id: string, action: string): string {
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
      this.hint(id).catch(() => undefined) // nobody may listen
    else this.pay(id, { late: true })
    return action
  }
}
