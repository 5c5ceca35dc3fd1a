import { FakeQPay } from '../../dev/fakes/qpay.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from '../../dev/fakes/stripe.ts'

/** What a gateway asks of its provider. */
export type Ask = 'start' | 'ask' | 'giveUp' | 'refund'

/** A pretended provider over HTTP whose answers can be stopped on their way, whichever it is. */
export interface StoppableProvider {
  method: string
  url: string
  /** What a merchant enters of the account in test mode. */
  settings: Record<string, string | boolean>
  /** How many such requests have come. */
  asked(what: Ask): number
  /** The next such request is never answered: `asked` before anything was done, `held` when it was, until `release`. */
  stop(what: Ask, how: 'asked' | 'held'): void
  /** Gives the answer that was held last. */
  release(): void
  /** The newest payment that it has opened, as it names it. */
  newest(): string
  /** A customer pays so that it can be given back. Nobody is told. */
  pay(id: string): void
  /** Tells that something has changed. */
  hint(id: string): Promise<unknown>
  isGivenUp(id: string): boolean
  /** How often money was given back. */
  timesRefunded(id: string): number
  end(): void
}

const QPAY: Record<Ask, string> = {
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
    asked: (what) => qpay.requests.filter((asked) => asked.startsWith(QPAY[what])).length,
    stop: (what, how) => {
      qpay.failNext(QPAY[what], how === 'held' ? 'held' : 'hang')
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

const STRIPE: Record<Ask, RegExp> = {
  start: /^POST \/v1\/checkout\/sessions$/,
  ask: /^GET \/v1\/checkout\/sessions\//,
  giveUp: /^POST .*\/expire$/,
  refund: /^POST \/v1\/refunds$/,
}

/** `hintUrl`: where its hints go. */
export async function stoppableStripe(hintUrl: () => string): Promise<StoppableProvider> {
  const stripe = await FakeStripe.start()
  const { test } = stripe.accounts
  return {
    method: 'stripe',
    url: stripe.url,
    settings: { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET },
    asked: (what) =>
      stripe.requests.filter(({ method, path }) => STRIPE[what].test(`${method} ${path}`)).length,
    stop: (what, how) => {
      stripe.failNext(how === 'held' ? 'held' : 'hang', STRIPE[what])
    },
    release: () => {
      stripe.releaseLast()
    },
    newest: () => [...test.sessions.keys()].at(-1)!,
    pay: (id) => test.pay(id),
    hint: (id) => {
      const told = test.events.findLast(({ data: { object } }) => (object as { id?: string }).id === id)
      return stripe.sendHint(hintUrl(), told!)
    },
    isGivenUp: (id) => test.session(id).status === 'expired',
    timesRefunded: (id) => test.refundsOf(test.session(id).payment_intent ?? '').length,
    end: () => {
      stripe.stop()
    },
  }
}
