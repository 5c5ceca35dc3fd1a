import { setTimeout as pause } from 'node:timers/promises'
import type { Entry, Journal } from './journal.ts'

/** The merchant whose API the clients call. */
export interface Shop {
  /** The addresses of the web processes. */
  urls: readonly string[]
  projectId: number
  token: string
  /** The lookup key of a monthly price, and its amount. */
  plan: { key: string; amount: number }
}

/** Time that a client repeats a request that was not acknowledged, in milliseconds. */
const PATIENCE = 120_000
/** Time that a client waits for a response, in milliseconds. */
const LONGEST = 20_000

interface Answer {
  status: number
  data: { id: number; status?: string }
  retryAfter: number
}

/**
 * A merchant's program that sells, refunds and renews. It repeats a request with the same idempotency key until the
 * service acknowledges it; one in eight clients gives up after the first attempt, as customers do.
 */
export class Client {
  readonly #shop: Shop
  readonly #journal: Journal
  readonly #name: string
  readonly #isPatient: boolean
  #count = 0
  #web: number
  #customerId: number | undefined

  constructor(shop: Shop, journal: Journal, number: number) {
    this.#shop = shop
    this.#journal = journal
    this.#name = `client-${number}`
    this.#isPatient = number % 8 !== 7
    this.#web = number
  }

  /** Works until `isOver`. Pauses up to `idle` milliseconds between two orders. */
  async work(isOver: () => boolean, idle: number): Promise<void> {
    for (let round = 0; !isOver(); round += 1) {
      if (round % 3 === 2) await this.#renew()
      else await this.#sell(round % 3 === 1)
      if (idle > 0) await pause(Math.random() * idle)
    }
  }

  async #sell(refunds: boolean): Promise<void> {
    const amount = 1_000 + Math.floor(Math.random() * 1_000) * 10
    const items = [{ price_data: { unit_amount: amount, product_data: { name: 'Tea' } }, quantity: 1 }]
    const checkoutId = await this.#create({ items }, amount)
    if (checkoutId === undefined) return
    const isPaid = await this.#change(
      { kind: 'pay', key: this.#key(), amount, checkoutId },
      this.#payment(checkoutId),
    )
    if (!isPaid || !refunds) return
    const paymentId = await this.#findPayment(checkoutId)
    if (paymentId === undefined) return
    const part = Math.random() < 0.5 ? amount : amount / 2
    const path = `/payments/${paymentId}/refunds`
    await this.#change({ kind: 'refund', key: this.#key(), amount: part, paymentId }, [
      path,
      { amount: part },
    ])
  }

  /** Buys the first period of the client's subscription, or renews it. */
  async #renew(): Promise<void> {
    this.#customerId ??= await this.#createCustomer()
    if (this.#customerId === undefined) return
    const { key, amount } = this.#shop.plan
    const order = { items: [{ price: key, quantity: 1 }], customer_id: this.#customerId }
    const checkoutId = await this.#create(order, amount)
    if (checkoutId !== undefined)
      await this.#change({ kind: 'renew', key: this.#key(), amount, checkoutId }, this.#payment(checkoutId))
  }

  async #create(order: object, amount: number): Promise<number | undefined> {
    const key = this.#key()
    const body = { ...order, client_reference_id: key }
    return this.#change({ kind: 'create', key, amount }, ['/checkouts', body])
  }

  #payment(checkoutId: number): [path: string, body: object] {
    return [`/checkouts/${checkoutId}/pay`, { email: `${this.#name}@example.com` }]
  }

  #key(): string {
    return `${this.#name}-${(this.#count += 1)}`
  }

  /** Asks for a change until it is acknowledged. Returns the id in the response, or undefined if the client gave up. */
  async #change(entry: Entry, [path, body]: [path: string, body: object]): Promise<number | undefined> {
    this.#journal.begin(entry)
    const answer = await this.#repeat(entry, () => this.#send('POST', path, body, entry.key))
    if (!answer) return undefined
    entry.acknowledged = { at: Date.now(), id: answer.data.id }
    return answer.data.id
  }

  /** Repeats a request until it succeeds. Returns undefined if it fails permanently, or the patience has ended. */
  async #repeat(entry: Pick<Entry, 'kind'>, send: () => Promise<Answer>): Promise<Answer | undefined> {
    for (const end = Date.now() + PATIENCE; Date.now() < end;) {
      let result: string
      let isTemporary = true
      let wait = 0.2
      try {
        const answer = await send()
        if (answer.status < 300) return answer
        result = `${answer.status} ${JSON.stringify(answer.data)}`
        isTemporary = [409, 429].includes(answer.status) || answer.status >= 500
        wait = Math.min(1, answer.retryAfter || wait)
      } catch (error) {
        result = describeError(error)
      }
      this.#journal.failures.push({ at: Date.now(), kind: entry.kind, result, isTemporary })
      if (!this.#isPatient || !isTemporary) return undefined
      await pause(wait * 1000 * (0.5 + Math.random()))
    }
    return undefined
  }

  async #createCustomer(): Promise<number | undefined> {
    const body = { client_reference_id: this.#name, email: `${this.#name}@example.com` }
    const answer = await this.#repeat({ kind: 'renew' }, () => this.#send('POST', '/customers', body))
    return answer?.data.id
  }

  /** Finds the payment in a list, which may come from a replica that is some milliseconds behind. */
  async #findPayment(checkoutId: number): Promise<number | undefined> {
    const path = `/payments?checkout_id=${checkoutId}`
    for (let tries = 1; tries <= 20; tries += 1) {
      const answer = await this.#repeat({ kind: 'refund' }, () => this.#send('GET', path))
      const [payment] = (answer?.data ?? []) as unknown as { id: number }[]
      if (payment || !answer) return payment?.id
      await pause(100)
    }
    return undefined
  }

  /** Sends a request to the web processes in turn. If one refuses the connection, the next gets it, as with a proxy. */
  async #send(method: string, path: string, body?: object, key?: string): Promise<Answer> {
    const { urls, projectId, token } = this.#shop
    for (let tries = 1; ; tries += 1) {
      this.#web = (this.#web + 1) % urls.length
      try {
        const response = await fetch(`${urls[this.#web]}/v1/projects/${projectId}${path}`, {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            'content-type': 'application/json',
            ...(key && { 'idempotency-key': key }),
          },
          ...(body && { body: JSON.stringify(body) }),
          signal: AbortSignal.timeout(LONGEST),
        })
        const answer = (await response.json()) as { data?: Answer['data']; message?: string }
        const data = answer.data ?? (answer as Answer['data'])
        return { status: response.status, data, retryAfter: Number(response.headers.get('retry-after') ?? 0) }
      } catch (error) {
        if (describeError(error) !== 'ECONNREFUSED' || tries === urls.length) throw error
      }
    }
  }
}

export function describeError(error: unknown): string {
  const { cause, code, name } = error as NodeJS.ErrnoException & {
    cause?: { code?: string; message?: string }
  }
  return cause?.code ?? cause?.message ?? (typeof code === 'string' ? code : name)
}
