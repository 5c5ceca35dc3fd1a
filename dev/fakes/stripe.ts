import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type Answer, type Execute, type Fault, Faults, send, ServerFailure } from './faults.ts'
import { readState, writeState } from './state-file.ts'
import { FakeAccount, type SavedAccount } from './stripe/account.ts'
import { FakeError } from './stripe/errors.ts'
import { readForm, textOf } from './stripe/form.ts'
import { IdempotencyKeys } from './stripe/idempotency.ts'
import { type EventObject, newId, seconds, type Session } from './stripe/objects.ts'
import { paymentPage } from './stripe/page.ts'
import { handle } from './stripe/routes.ts'
import { defaultSwitches } from './stripe/switches.ts'

type Mode = 'test' | 'live'

export interface FakeStripeOptions {
  /** The default is any free port. */
  port?: number
  /** The time after which a slow bank pays, in milliseconds. The default is never. */
  slowBank?: number
  /** The file of the saved state. The default is to save nothing. */
  file?: string
}

/** The keys of the fake's one account. */
export const FAKE_KEYS = { test: 'sk_test_fakeStripe', live: 'sk_live_fakeStripe' } as const
export const FAKE_WEBHOOK_SECRET = 'whsec_fakeStripe'

/** The 500 and its header: docs.stripe.com/error-low-level, and stripe/stripe-node, src/RequestSender.ts (_shouldRetry). */
const FAILED: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
  headers: { 'Stripe-Should-Retry': 'false' },
}

/**
 * Stripe's Checkout over HTTP, the part that the service uses: sessions, their page, refunds, and signed events. Each
 * behavior names its source. The objects are the ones in the package `stripe` and in stripe/openapi,
 * openapi/fixtures3.json.
 */
export class FakeStripe {
  readonly accounts: Record<Mode, FakeAccount>
  readonly requests: { method: string; path: string; key: string | null; idempotencyKey: string | null }[] =
    []
  url = ''
  /** Keys of the account that have expired. */
  readonly expiredKeys = new Set<string>()
  /** Requests that the keys may not make, by the beginning of `METHOD /path`. */
  readonly forbidden: string[] = []
  chargesEnabled = true
  /** The address of each mode's events. Without one, no events are sent. */
  readonly hintUrls: Partial<Record<Mode, string>> = {}
  /** Returns the address of a session's page. */
  urls = (id: string): string => `${this.url}/c/pay/${id}`
  readonly #options: FakeStripeOptions
  readonly #server: Server
  readonly switches = defaultSwitches()
  /** Events that wait for `deliver`, and events that the merchant refused. */
  readonly undelivered: { mode: Mode; event: EventObject }[] = []
  readonly #keys = new IdempotencyKeys()
  readonly #faults = new Faults()
  readonly #timers = new Set<NodeJS.Timeout>()

  private constructor(options: FakeStripeOptions) {
    this.#options = options
    const account = (mode: Mode) =>
      new FakeAccount(
        mode === 'live',
        this.switches,
        (id) => this.urls(id),
        (event) => this.#emit(mode, event),
      )
    this.accounts = { test: account('test'), live: account('live') }
    this.#server = createServer((request, response) => {
      this.#respond(request, response).catch((error: unknown) => {
        send(response, { status: 500, body: String(error) })
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

  /** Plans a failure of the next requests whose method and path match, such as `/POST .*refunds/`. */
  failNext(fault: Fault, path = /./, times = 1): void {
    this.#faults.plan(fault, (route) => path.test(route), times)
  }

  /** Continues the request that was delayed last (`held` or `executing`). */
  releaseLast(): void {
    this.#faults.releaseLast()
  }

  /** Cancels all planned failures. */
  recover(): void {
    this.#faults.recover()
  }

  /** Deletes all idempotency keys, as Stripe may after 24 hours. */
  forgetIdempotencyKeys(): void {
    this.#keys.forget()
  }

  /** Returns the body and the headers of an event's request at that time. */
  hint(event: EventObject, { secret = FAKE_WEBHOOK_SECRET, at = new Date() } = {}) {
    const body = JSON.stringify(event)
    const time = seconds(at)
    const signature = createHmac('sha256', secret)
      .update(`${String(time)}.${body}`)
      .digest('hex')
    return {
      body,
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': `t=${String(time)},v1=${signature}`,
      },
    }
  }

  /** Sends an event once, and returns whether the merchant accepted it. Stripe itself retries for days. */
  async sendHint(url: string, event: EventObject): Promise<boolean> {
    const { body, headers } = this.hint(event)
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
    return response?.ok ?? false
  }

  /**
   * Sends the undelivered events: in another order or more than once, as Stripe may (docs.stripe.com/webhooks). Events that
   * are refused again stay undelivered (docs.stripe.com/webhooks/process-undelivered-events).
   */
  async deliver({
    order = 'created',
    times = 1,
  }: { order?: 'created' | 'reversed'; times?: number } = {}): Promise<void> {
    const waiting = this.undelivered.splice(0)
    if (order === 'reversed') waiting.reverse()
    for (const { mode, event } of waiting)
      for (let time = 0; time < times; time += 1) await this.#send(mode, event)
  }

  /** Performs a customer's action on the page of a session, and returns the address of the next page. */
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

  /** Restores the saved state of an earlier fake. */
  #resume(): void {
    const saved = readState(this.#options.file) as Record<Mode, SavedAccount> | undefined
    if (!saved) return
    for (const mode of ['test', 'live'] as const) {
      const account = this.accounts[mode]
      account.restore(saved[mode])
      for (const id of account.waiting()) this.#waitForBank(account, id)
    }
  }

  #save(): void {
    const { test, live } = this.accounts
    writeState(this.#options.file, { test: test.saved(), live: live.saved() })
  }

  #waitForBank(account: FakeAccount, id: string): void {
    const { slowBank } = this.#options
    if (slowBank === undefined) return
    const settle = () => {
      account.settle(id, 'succeeded')
      this.#save()
    }
    this.#timers.add(setTimeout(settle, slowBank))
  }

  #emit(mode: Mode, event: EventObject): void {
    if (this.switches.holdsEvents) this.undelivered.push({ mode, event })
    else void this.#send(mode, event)
  }

  async #send(mode: Mode, event: EventObject): Promise<void> {
    const url = this.hintUrls[mode]
    if (url && !(await this.sendHint(url, event))) this.undelivered.push({ mode, event })
  }

  async #respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', this.url)
    const body = await text(request)
    if (url.pathname.startsWith('/c/pay/')) return this.#page(request, response, url, body)
    const method = request.method ?? 'GET'
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null
    const idempotencyKey = (request.headers['idempotency-key'] as string | undefined) ?? null
    this.requests.push({ method, path: url.pathname, key, idempotencyKey })
    const fault = this.#faults.take(`${method} ${url.pathname}`)
    await this.#faults.serve(response, fault, this.#limited(), async (execute) => {
      const answer = await this.#callOnce(execute, { key, idempotencyKey, method, url, body })
      return { ...answer, headers: { ...answer.headers, 'Request-Id': newId('req') } }
    })
  }

  /** docs.stripe.com/rate-limits; the code: docs.stripe.com/error-codes. The rate limit is checked first. */
  #limited(): Answer {
    const { retryAfter } = this.switches
    return {
      status: 429,
      body: {
        error: {
          ...{ type: 'invalid_request_error', code: 'rate_limit' },
          message: 'Too many requests hit the API too quickly.',
        },
      },
      headers: {
        'Stripe-Rate-Limited-Reason': 'global-rate',
        ...(retryAfter !== null && { 'Retry-After': String(retryAfter) }),
      },
    }
  }

  /** Executes a request, or repeats the first response of its idempotency key: see idempotency.ts. */
  async #callOnce(execute: Execute, { key, idempotencyKey, method, url, body }: ApiRequest): Promise<Answer> {
    const path = url.pathname
    let isFirst = false
    const name = `${String(key)} ${String(idempotencyKey)}`
    try {
      const account = this.#accountFor(key, `${method} ${path}`)
      const parameters = [...new URLSearchParams(body)]
        .map((pair) => pair.join('='))
        .sort()
        .join('&')
      if (method !== 'POST' || idempotencyKey === null)
        return await this.#execute(execute, account, method, url, body)
      const first = this.#keys.find(name, idempotencyKey, path, parameters)
      if (first) return { ...first, headers: { 'Idempotent-Replayed': 'true' } }
      isFirst = true
      this.#keys.begin(name, path, parameters)
      const answer = await this.#execute(execute, account, method, url, body)
      if (answer.status < 400 || this.switches.storesFailures)
        this.#keys.store(name, { path, parameters, status: answer.status, body: answer.body as object })
      else this.#keys.forget(name)
      return answer
    } catch (error) {
      if (isFirst) this.#keys.forget(name)
      if (!(error instanceof FakeError)) throw error
      return errorAnswer(error)
    }
  }

  /** Executes a request. Throws errors that occur before the execution, which no idempotency key stores; returns later ones. */
  async #execute(
    execute: Execute,
    account: FakeAccount,
    method: string,
    url: URL,
    body: string,
  ): Promise<Answer> {
    try {
      const object = await execute(() => {
        const object = handle(account, method, url, readForm(body), this.chargesEnabled)
        // A copy: a replay returns the object in its state of this moment.
        return structuredClone(object)
      })
      return { status: 200, body: object }
    } catch (error) {
      if (error instanceof ServerFailure) return FAILED
      if (error instanceof FakeError && error.hasBegun) return errorAnswer(error)
      throw error
    } finally {
      if (method !== 'GET') this.#save()
    }
  }

  #accountFor(key: string | null, route: string): FakeAccount {
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
    if (this.forbidden.some((path) => route.startsWith(path)))
      throw new FakeError(
        403,
        'invalid_request_error',
        `The provided key does not have the required permissions: ${route}`,
      )
    return this.accounts[mode]
  }

  #page(request: IncomingMessage, response: ServerResponse, url: URL, body: string): void {
    const id = url.pathname.split('/')[3] ?? ''
    const session: Session | undefined = this.accountOf(id).sessions.get(id)
    if (!session) {
      send(response, { status: 404, body: 'There is no such session.' })
      return
    }
    if (request.method === 'POST') {
      response.writeHead(303, { Location: this.press(id, textOf(readForm(body).action) ?? '') }).end()
      this.#save()
      return
    }
    const isDeclined = url.searchParams.has('declined')
    send(response, { status: 200, body: paymentPage(this.accountOf(id).session(id), isDeclined) })
  }
}

interface ApiRequest {
  key: string | null
  idempotencyKey: string | null
  method: string
  url: URL
  body: string
}

const errorAnswer = ({ status, error }: FakeError): Answer => ({ status, body: { error } })
