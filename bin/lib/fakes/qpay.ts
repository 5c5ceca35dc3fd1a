import { randomInt, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readKept, writeKept } from './kept.ts'
import { banks, emvCode } from './qpay-code.ts'
import { type Invoice, paidOf, type Row, wrongIn } from './qpay-invoice.ts'
import { controlPage } from './qpay-page.ts'

/**
 * How a request is answered instead. What was asked is done where the answer is `lost` on its way, or `held` until
 * `releaseLast`; not where QPay stays `silent`.
 */
export type Trouble =
  | 'silent'
  | 'lost'
  | 'held'
  | 'malformed'
  | { status: number; body?: unknown; headers?: Record<string, string> }

/** What an attempt to pay is like; whole and by a bank account where nothing is said. */
export type Attempt = Partial<Pick<Row, 'payment_status' | 'payment_currency' | 'transaction_type'>> & {
  amount?: number | string
  /** Also where the invoice was canceled: a bank's app had read it before. */
  late?: boolean
}

interface Account {
  username: string
  password: string
  invoiceCode: string
}

/** QPay's statuses for what it says by a code. */
const ERRORS = {
  AUTHENTICATION_FAILED: 401,
  NO_CREDENDIALS: 401, // as QPay writes it
  INVOICE_CODE_INVALID: 400,
  INVALID_AMOUNT: 400,
  INVOICE_NOTFOUND: 422,
  INVOICE_PAID: 400,
  INVOICE_ALREADY_CANCELED: 400,
  INVALID_OBJECT_TYPE: 400,
  PAYMENT_NOTFOUND: 422,
  PAYMENT_NOT_PAID: 400,
  PAYMENT_ALREADY_CANCELED: 400,
  PAYMENT_SETTLED: 400,
} as const
type Code = keyof typeof ERRORS

class Said extends Error {
  readonly status: number
  readonly body: unknown

  constructor(status: number, body: unknown) {
    super(JSON.stringify(body))
    this.status = status
    this.body = body
  }
}

const refusal = (code: Code) => new Said(ERRORS[code], { error: code, message: code })

/**
 * QPay's merchant API, version 2, as far as we call it, on loopback: the names, types and states that are published
 * (test/payments/fake-qpay.test.ts names where). What customers and their banks do is a call here, or a press on the
 * page at `/`.
 */
export class FakeQPay {
  url = ''
  readonly account: Account
  readonly invoices: Invoice[] = []
  /** What was asked, such as `POST /v2/invoice`, in its order. */
  readonly asked: string[] = []
  /** Every token that was ever given, also those that let nobody in any more. */
  readonly tokens: string[] = []
  /** Both are met: `expires_in` in seconds from now, and as a Unix time. */
  expiry: { as: 'seconds' | 'unix'; seconds: number } = { as: 'unix', seconds: 86_400 }
  readonly #server: Server
  readonly #file: string | undefined
  readonly #access = new Set<string>()
  readonly #refresh = new Set<string>()
  readonly #troubles: { route: string; trouble: Trouble }[] = []
  readonly #silenced = new Set<ServerResponse>()
  #held: (() => void)[] = []

  private constructor(account: Account, file: string | undefined) {
    this.account = account
    this.#file = file
    this.#server = createServer((request, response) => {
      void this.#answer(request, response)
    })
  }

  /** `file`: where its invoices are kept for the next one; nowhere where there is none. */
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

  /** The next requests that begin so, such as `POST /v2/invoice`, go wrong. */
  trouble(route: string, trouble: Trouble, times = 1): void {
    for (let time = 0; time < times; time += 1) this.#troubles.push({ route, trouble })
  }

  /** Gives the answer that was held last. */
  releaseLast(): void {
    for (const answer of this.#held.splice(-1)) answer()
  }

  /** Lets tokens expire before their time; the refreshing ones too, where that is asked for. */
  expireTokens({ refreshing = false } = {}): void {
    this.#access.clear()
    if (refreshing) this.#refresh.clear()
  }

  /** As at the beginning, for the next test. */
  reset(): void {
    for (const list of [this.invoices, this.asked, this.tokens, this.#troubles]) list.length = 0
    this.expireTokens({ refreshing: true })
    this.expiry = { as: 'unix', seconds: 86_400 }
  }

  /** The invoice of this id, or the newest one. */
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

  /** Tells the merchant that something has changed, as often as is asked; answers what they answered. */
  async hint(id?: string, { method = 'GET', times = 1 } = {}): Promise<string[]> {
    const { asked, rows } = this.invoice(id)
    const url = new URL(String(asked.callback_url))
    url.searchParams.set('qpay_payment_id', rows.at(-1)?.payment_id ?? '')
    const answers: string[] = []
    for (let time = 0; time < times; time += 1) {
      const response = await fetch(url, { method, signal: AbortSignal.timeout(5_000) })
      answers.push(`${response.status} ${await response.text()}`)
    }
    return answers
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request).catch(() => '')
    const { pathname } = new URL(request.url ?? '/', 'http://qpay')
    const route = `${request.method ?? 'GET'} ${pathname}`
    if (!pathname.startsWith('/v2/')) return this.#answerPerson(request, response, pathname, body)
    this.asked.push(route)
    const at = this.#troubles.findIndex((one) => route.startsWith(one.route))
    const trouble = at < 0 ? undefined : this.#troubles.splice(at, 1)[0]!.trouble
    if (trouble === 'silent') return void this.#silenced.add(response)
    if (trouble === 'malformed') return void response.writeHead(200).end('<html>We are updating')
    if (typeof trouble === 'object')
      return send(response, trouble.status, trouble.body ?? {}, trouble.headers)
    try {
      const answer = this.#do(route, request.headers.authorization ?? '', body)
      writeKept(this.#file, this.invoices)
      if (trouble === 'lost') response.destroy()
      else if (trouble === 'held') this.#held.push(() => send(response, 200, answer))
      else send(response, 200, answer)
    } catch (error) {
      if (trouble === 'lost') response.destroy()
      else if (error instanceof Said) send(response, error.status, error.body)
      else send(response, 500, { error: 'SYSTEM_BUSY', message: String(error) })
    }
  }

  #do(route: string, authorization: string, body: string): unknown {
    const [scheme = '', credentials = ''] = authorization.split(' ')
    if (route === 'POST /v2/auth/token') {
      const { username, password } = this.account
      const expected = Buffer.from(`${username}:${password}`).toString('base64')
      if (scheme !== 'Basic' || credentials !== expected) throw refusal('AUTHENTICATION_FAILED')
      return this.#token()
    }
    if (scheme !== 'Bearer') throw refusal('NO_CREDENDIALS')
    if (route === 'POST /v2/auth/refresh') {
      if (!this.#refresh.delete(credentials)) throw refusal('NO_CREDENDIALS')
      return this.#token()
    }
    if (!this.#access.has(credentials)) throw refusal('NO_CREDENDIALS')
    const given = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
    const [, resource = '', id = ''] = /^[A-Z]+ \/v2\/(.+?)(?:\/([\w-]+))?$/.exec(route) ?? []
    if (route === 'POST /v2/invoice') return this.#create(given)
    if (route === 'POST /v2/payment/check') return this.#check(given)
    if (route.startsWith('DELETE') && resource === 'invoice') return this.#cancel(id)
    if (route.startsWith('DELETE') && resource === 'payment/refund') return this.#refund(id)
    throw new Said(404, { error: 'NOT_FOUND', message: route })
  }

  #token(): object {
    const [access, refresh] = [randomUUID(), randomUUID()]
    this.#access.add(access)
    this.#refresh.add(refresh)
    this.tokens.push(access, refresh)
    const { as, seconds } = this.expiry
    const expires = seconds + (as === 'unix' ? Math.floor(Date.now() / 1000) : 0)
    return {
      token_type: 'bearer',
      refresh_expires_in: expires + 3_600,
      refresh_token: refresh,
      access_token: access,
      expires_in: expires,
      scope: 'get_token',
      'not-before-policy': '0',
      session_state: 'sandbox',
    }
  }

  #create(asked: Record<string, unknown>): object {
    const wrong = wrongIn(asked)
    if (wrong) throw new Said(400, { error: wrong })
    if (asked.invoice_code !== this.account.invoiceCode) throw refusal('INVOICE_CODE_INVALID')
    const amount = Number(asked.amount)
    if (!(amount > 0)) throw refusal('INVALID_AMOUNT')
    const id = randomUUID()
    const code = emvCode(id, amount)
    this.invoices.push({ id, status: 'OPEN', asked, amount, code, rows: [] })
    return {
      invoice_id: id,
      qr_text: code,
      qr_image: '',
      qPay_shortUrl: `${this.url}/s/${id}`,
      urls: banks.map(([name, description, scheme]) => ({
        name,
        description,
        logo: `https://qpay.mn/q/logo/${scheme}.png`,
        link: `${scheme}://q?qPay_QRcode=${code}`,
      })),
    }
  }

  /** Where nobody has tried to pay there is no `paid_amount`. */
  #check({ object_type: type, object_id: id, offset }: Record<string, unknown>): object {
    if (type !== 'INVOICE') throw refusal('INVALID_OBJECT_TYPE')
    const invoice = this.invoices.find((one) => one.id === id)
    if (!invoice) throw refusal('INVOICE_NOTFOUND')
    const { page_number: page = 1, page_limit: limit = 100 } = (offset ?? {}) as Record<string, number>
    const rows = invoice.rows.slice((page - 1) * limit, page * limit)
    return invoice.rows.length === 0
      ? { count: 0, rows }
      : { count: invoice.rows.length, paid_amount: paidOf(invoice), rows }
  }

  #cancel(id: string): object {
    const invoice = this.invoices.find((one) => one.id === id)
    if (!invoice) throw refusal('INVOICE_NOTFOUND')
    if (invoice.status === 'CLOSED') throw refusal('INVOICE_PAID')
    if (invoice.status === 'CANCELED') throw refusal('INVOICE_ALREADY_CANCELED')
    invoice.status = 'CANCELED'
    return {}
  }

  #refund(id: string): object {
    const row = this.invoices.flatMap(({ rows }) => rows).find((one) => one.payment_id === id)
    if (!row) throw refusal('PAYMENT_NOTFOUND')
    if (row.payment_status === 'REFUNDED') throw refusal('PAYMENT_ALREADY_CANCELED')
    if (row.payment_status !== 'PAID') throw refusal('PAYMENT_NOT_PAID')
    if (row.transaction_type !== 'CARD') throw refusal('PAYMENT_SETTLED')
    row.payment_status = 'REFUNDED'
    return {}
  }

  /** What is no call of the API: the page on which people press, in place of a bank's app. */
  #answerPerson(_: IncomingMessage, response: ServerResponse, path: string, body: string): void {
    const { invoice = '', action = '' } = Object.fromEntries(new URLSearchParams(body))
    const said = action && this.#press(invoice, action)
    if (action) writeKept(this.#file, this.invoices)
    if (action) return void response.writeHead(303, { location: `/?said=${encodeURIComponent(said)}` }).end()
    const shown = /^\/s\/([\w-]+)$/.exec(path)?.[1]
    const list = shown ? this.invoices.filter(({ id }) => id === shown) : this.invoices
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(controlPage(list))
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

function send(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers })
  response.end(JSON.stringify(body))
}
