import { FakeQPay } from '../../dev/fakes/qpay.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../dev/fakes/stripe.ts'

/** A call of a gateway. */
export type Call = 'start' | 'ask' | 'giveUp' | 'refund'

/** A fake provider over HTTP whose answers can be delayed. */
export interface StoppableProvider {
  method: string
  url: string
  /** The settings of the account in test mode. */
  settings: Record<string, string | boolean>
  /** Returns the number of requests of this kind. */
  countOf(call: Call): number
  /** Leaves the next request of this kind unanswered: `asked` without effect, `held` after it took effect. */
  stop(call: Call, how: 'asked' | 'held'): void
  /** Sends the answer that was held last. */
  release(): void
  /** Returns the provider's id of the newest payment. */
  newest(): string
  /** Pays a payment by a refundable method, without a hint. */
  pay(id: string): void
  /** Sends a hint about a change. */
  hint(id: string): Promise<unknown>
  isGivenUp(id: string): boolean
  /** Returns the number of refunds. */
  timesRefunded(id: string): number
  end(): void
}

const QPAY: Record<Call, string> = {
  start: 'POST /v2/invoice',
  ask: 'POST /v2/payment/check',
  giveUp: 'DELETE /v2/invoice',
  refund: 'DELETE /v2/payment/refund',
}

export async function stoppableQPay(): Promise<StoppableProvider> {
  const qpay = await FakeQPay.start()
  const { username, password, invoiceCode } = qpay.account
  return {
    method: 'qpay',
    url: qpay.url,
    settings: { enabled: true, username, password, invoice_code: invoiceCode },
    countOf: (call) => qpay.requests.filter((route) => route.startsWith(QPAY[call])).length,
    stop: (call, how) => {
      qpay.failNext(QPAY[call], how === 'held' ? 'held' : 'hang')
    },
    release: () => {
      qpay.releaseLast()
    },
    newest: () => qpay.invoice().id,
    pay: (id) => qpay.pay(id, { transaction_type: 'CARD' }),
    hint: (id) => qpay.hint(id),
    isGivenUp: (id) => qpay.invoice(id).status === 'CANCELED',
    timesRefunded: (id) =>
      qpay.invoice(id).rows.filter(({ payment_status: status }) => status === 'REFUNDED').length,
    end: () => {
      qpay.stop()
    },
  }
}

const STRIPE: Record<Call, RegExp> = {
  start: /^POST \/v1\/checkout\/sessions$/,
  ask: /^GET \/v1\/checkout\/sessions\//,
  giveUp: /^POST .*\/expire$/,
  refund: /^POST \/v1\/refunds$/,
}

/** `hintUrl` returns the address for hints. */
export async function stoppableStripe(hintUrl: () => string): Promise<StoppableProvider> {
  const stripe = await FakeStripe.start()
  const { test } = stripe.accounts
  return {
    method: 'stripe',
    url: stripe.url,
    settings: { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET },
    countOf: (call) =>
      stripe.requests.filter(({ method, path }) => STRIPE[call].test(`${method} ${path}`)).length,
    stop: (call, how) => {
      stripe.failNext(how === 'held' ? 'held' : 'hang', STRIPE[call])
    },
    release: () => {
      stripe.releaseLast()
    },
    newest: () => [...test.sessions.keys()].at(-1)!,
    pay: (id) => test.pay(id),
    hint: (id) => {
      const event = test.events.findLast(({ data: { object } }) => (object as { id?: string }).id === id)
      return stripe.sendHint(hintUrl(), event!)
    },
    isGivenUp: (id) => test.session(id).status === 'expired',
    timesRefunded: (id) => test.refundsOf(test.session(id).payment_intent ?? '').length,
    end: () => {
      stripe.stop()
    },
  }
}
