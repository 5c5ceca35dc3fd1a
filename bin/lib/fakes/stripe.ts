import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { readKept, writeKept } from './kept.ts'
import { FakeAccount, type KeptAccount } from './stripe/account.ts'
import { type FormObject, objectOf, readForm, textOf } from './stripe/form.ts'
import { type EventObject, FakeError, missing, newId, seconds, type Session } from './stripe/objects.ts'
import { paymentPage } from './stripe/page.ts'

/** How the fake fails: see `failNext`. */
export type Failure = 'slow' | 'error' | 'malformed' | 'strange' | 'limited' | 'lost' | 'held'
type Mode = 'test' | 'live'

export interface FakeStripeOptions {
  /** Taken if given; any free port otherwise. */
  port?: number
  /** After how many milliseconds a slow bank agrees by itself; never where there is none. */
  slowBank?: number
  /** Where what it has is kept for the next one; nowhere where there is none. */
  file?: string
}

/** The keys of the fake's one account. */
export const FAKE_KEYS = { test: 'sk_test_fakeStripe', live: 'sk_live_fakeStripe' } as const
export const FAKE_WEBHOOK_SECRET = 'whsec_fakeStripe'

const JSON_TYPE = 'application/json'

/**
 * Stripe's Checkout over real HTTP, as far as we use it: sessions, their page, refunds, events signed and sent. It
 * says what Stripe publishes (the package `stripe` and github.com/stripe/openapi), and takes no money.
 */
export class FakeStripe {
  readonly accounts: Record<Mode, FakeAccount>
  readonly requests: { method: string; path: string; key: string | null; idempotencyKey: string | null }[] =
    []
  url = ''
  /** Keys that are known and have expired. */
  readonly expiredKeys = new Set<string>()
  /** Keys of this account that may not do this: `METHOD /path` begins with one of these. */
  readonly forbidden: string[] = []
  chargesEnabled = true
  /** Where each mode's hints go, as they happen; nowhere where there is none. */
  readonly hintUrls: Partial<Record<Mode, string>> = {}
  /** Where the page of a session is. */
  urls = (id: string): string => `${this.url}/c/pay/${id}`
  readonly #options: FakeStripeOptions
  readonly #server: Server
  readonly #answers = new Map<string, { request: string; status: number; body: string }>()
  readonly #failures: { how: Failure; path: RegExp }[] = []
  #held: (() => void)[] = []
  readonly #timers = new Set<NodeJS.Timeout>()

  private constructor(options: FakeStripeOptions) {
    this.#options = options
    const account = (mode: Mode) =>
      new FakeAccount(
        mode === 'live',
        (id) => this.urls(id),
        (event) => this.#send(mode, event),
      )
    this.accounts = { test: account('test'), live: account('live') }
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch((error: unknown) => {
        send(response, 500, 'text/plain', String(error))
      })
    })
  }

  static async start(options: FakeStripeOptions = {}): Promise<FakeStripe> {
    const fake = new FakeStripe(options)
    await new Promise<void>((listening) => fake.#server.listen(options.port ?? 0, '127.0.0.1', listening))
    fake.url = `http://127.0.0.1:${(fake.#server.address() as AddressInfo).port}`
    fake.#resume()
    return fake
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /**
   * The next request whose path fits fails: no answer (`slow`), 500 (`error`), no JSON (`malformed`), JSON of another
   * shape (`strange`), 429 (`limited`), or done and the answer lost (`lost`) or `held` until `releaseLast`.
   */
  failNext(how: Failure, path = /./): void {
    this.#failures.push({ how, path })
  }

  /** Gives the answer that was held last. */
  releaseLast(): void {
    for (const answer of this.#held.splice(-1)) answer()
  }

  /** Whatever was to fail yet does not. */
  recover(): void {
    this.#failures.length = 0
  }

  /** Forgets which requests it has answered, as Stripe does after a day. */
  forget(): void {
    this.#answers.clear()
  }

  /** The body and headers of a hint, as Stripe would send it `at` that time. */
  hint(event: EventObject, { secret = FAKE_WEBHOOK_SECRET, at = new Date() } = {}) {
    const body = JSON.stringify(event)
    const time = seconds(at)
    const signature = createHmac('sha256', secret)
      .update(`${String(time)}.${body}`)
      .digest('hex')
    return {
      body,
      headers: {
        'content-type': `${JSON_TYPE}; charset=utf-8`,
        'stripe-signature': `t=${String(time)},v1=${signature}`,
      },
    }
  }

  /** Sends a hint once; whether it was taken. Stripe itself tries again for days. */
  async sendHint(url: string, event: EventObject): Promise<boolean> {
    const { body, headers } = this.hint(event)
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    return response?.ok ?? false
  }

  /** Does what a customer pressed on the page of a session; where that leads. */
  press(id: string, action: string): string {
    const account = this.accountOf(id)
    const { success_url: success, cancel_url: cancel } = account.session(id)
    switch (action) {
      case 'pay':
        account.pay(id)
        return success ?? this.url
      case 'slow': {
        account.paySlowly(id)
        this.#waitForBank(account, id)
        return success ?? this.url
      }
      case 'decline':
        account.decline(id)
        return `${this.url}/c/pay/${id}?declined=1`
      case 'expire':
        account.expire(id)
        return `${this.url}/c/pay/${id}`
      default:
        return cancel ?? this.url
    }
  }

  accountOf(sessionId: string): FakeAccount {
    return this.accounts[sessionId.startsWith('cs_live_') ? 'live' : 'test']
  }

  /** Goes on from what another has left, in whose place this one is started. */
  #resume(): void {
    const kept = readKept(this.#options.file) as Record<Mode, KeptAccount> | undefined
    if (!kept) return
    for (const mode of ['test', 'live'] as const) {
      const account = this.accounts[mode]
      account.restore(kept[mode])
      for (const id of account.waiting()) this.#waitForBank(account, id)
    }
  }

  #keep(): void {
    const { test, live } = this.accounts
    writeKept(this.#options.file, { test: test.kept(), live: live.kept() })
  }

  #waitForBank(account: FakeAccount, id: string): void {
    const { slowBank } = this.#options
    if (slowBank === undefined) return
    const settle = () => {
      account.settle(id, 'succeeded')
      this.#keep()
    }
    this.#timers.add(setTimeout(settle, slowBank))
  }

  #send(mode: Mode, event: EventObject): void {
    const url = this.hintUrls[mode]
    if (url) void this.sendHint(url, event)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const body = await text(request)
    if (url.pathname.startsWith('/c/pay/')) return this.#page(request, response, url, body)
    const method = request.method ?? 'GET'
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
    const idempotencyKey = (request.headers['idempotency-key'] as string | undefined) ?? null
    this.requests.push({ method, path: url.pathname, key, idempotencyKey })
    const at = this.#failures.findIndex(({ path }) => path.test(`${method} ${url.pathname}`))
    const failure = at < 0 ? null : this.#failures.splice(at, 1)[0]!.how
    if (failure === 'slow') return
    if (failure === 'limited') response.setHeader('Retry-After', '7')
    const failed = failure && answersOf(failure)
    if (failed) {
      send(response, failed.status, failed.type, failed.body)
      return
    }
    const answer = this.#answerOnce(key, idempotencyKey, method, url, body)
    if (failure === 'lost') {
      response.destroy()
      return
    }
    response.setHeader('Request-Id', newId('req'))
    const give = () => {
      send(response, answer.status, JSON_TYPE, answer.body)
    }
    if (failure === 'held') this.#held.push(give)
    else give()
  }

  /** What was asked before under the same key is answered as it was then, errors of ours excepted. */
  #answerOnce(key: string | null, idempotencyKey: string | null, method: string, url: URL, body: string) {
    try {
      const account = this.#accountFor(key, `${method} ${url.pathname}`)
      const request = `${method} ${url.pathname} ${body}`
      const name = idempotencyKey === null || method !== 'POST' ? null : `${String(key)} ${idempotencyKey}`
      const before = name === null ? undefined : this.#answers.get(name)
      if (before && before.request !== request)
        throw new FakeError(
          400,
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        )
      if (before) return before
      const object = this.#route(account, method, url, readForm(body))
      if (method !== 'GET') this.#keep()
      const answer = { request, status: 200, body: JSON.stringify(object) }
      if (name !== null) this.#answers.set(name, answer)
      return answer
    } catch (error) {
      if (!(error instanceof FakeError)) throw error
      return { status: error.status, body: JSON.stringify({ error: error.error }) }
    }
  }

  #accountFor(key: string | null, what: string): FakeAccount {
    if (key !== null && this.expiredKeys.has(key))
      throw new FakeError(401, 'invalid_request_error', `Expired API Key provided: ${key.slice(0, 8)}****`, {
        code: 'api_key_expired',
      })
    const mode = (['test', 'live'] as const).find((one) => FAKE_KEYS[one] === key)
    if (!mode)
      throw new FakeError(
        401,
        'invalid_request_error',
        `Invalid API Key provided: ${String(key).slice(0, 8)}****`,
      )
    if (this.forbidden.some((path) => what.startsWith(path)))
      throw new FakeError(
        403,
        'invalid_request_error',
        `The provided key does not have the required permissions: ${what}`,
      )
    return this.accounts[mode]
  }

  #route(account: FakeAccount, method: string, { pathname, searchParams }: URL, form: FormObject): object {
    const [, , ...path] = pathname.split('/')
    const what = `${method} ${path.filter((_, at) => at !== 2 || path[0] !== 'checkout').join('/')}`
    const query = readForm(searchParams.toString())
    const expand = Array.isArray(query.expand) ? query.expand.map((one) => textOf(one) ?? '') : []
    const id = path[2] ?? ''
    switch (what) {
      case 'POST checkout/sessions':
        return id === '' ? account.createSession(form) : notFound(pathname)
      case 'GET checkout/sessions':
        return id === ''
          ? listOf([...account.sessions.values()].reverse(), '/v1/checkout/sessions')
          : account.expanded(account.session(id), expand)
      case 'POST checkout/sessions/expire':
        return account.expire(id)
      case 'POST refunds':
        return account.createRefund(form)
      case 'GET refunds':
        return listOf(account.refundsOf(textOf(query.payment_intent) ?? ''), '/v1/refunds')
      case 'GET account':
        return {
          id: 'acct_fake',
          object: 'account',
          charges_enabled: this.chargesEnabled,
          metadata: objectOf({}),
        }
      default:
        return notFound(pathname)
    }
  }

  #page(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const id = url.pathname.split('/')[3] ?? ''
    const session: Session | undefined = this.accountOf(id).sessions.get(id)
    if (!session) {
      send(response, 404, 'text/plain', 'There is no such session.')
      return
    }
    if (request.method === 'POST') {
      response.writeHead(303, { Location: this.press(id, textOf(readForm(body).action) ?? '') }).end()
      this.#keep()
      return
    }
    const isDeclined = url.searchParams.has('declined')
    send(response, 200, 'text/html; charset=utf-8', paymentPage(this.accountOf(id).session(id), isDeclined))
  }
}

/** What is answered in place of an answer; nothing where the failure is of another kind. */
function answersOf(failure: Failure): { status: number; type: string; body: string } | null {
  switch (failure) {
    case 'error':
      return errorAnswer(new FakeError(500, 'api_error', 'An unknown error occurred'))
    case 'malformed':
      return { status: 200, type: JSON_TYPE, body: '{"id": "cs_te' }
    case 'strange':
      return { status: 200, type: JSON_TYPE, body: '{"object":"something.else"}' }
    case 'limited':
      return errorAnswer(
        new FakeError(429, 'invalid_request_error', 'Too many requests hit the API too quickly.', {
          code: 'rate_limit',
        }),
      )
    default:
      return null
  }
}

function errorAnswer({ status, error }: FakeError) {
  return { status, type: JSON_TYPE, body: JSON.stringify({ error }) }
}

function listOf(data: object[], url: string): object {
  return { object: 'list', data, has_more: false, url }
}

function notFound(path: string): never {
  throw missing('url', path)
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }).end(body)
}
