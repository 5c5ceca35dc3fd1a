import { join } from 'node:path'
import { FakeQPay } from './fakes/qpay.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from './fakes/stripe.ts'
import { usualPort } from './ports.ts'

export interface ProviderPorts {
  qpay?: number
  stripe?: number
}

/** The time until a slow bank pays on the page of the fake Stripe, in milliseconds. */
const SLOW_BANK = 10_000

/** The fake payment providers of bin/dev. */
export interface Providers {
  /** Settings of the service: the addresses of the fakes. */
  env: Record<string, string>
  /** The demo project's `payment_methods`, in test mode. */
  settings: Record<string, { test: Record<string, string | boolean> }>
  /** The page with buttons for the actions of a customer in a banking app. */
  qpayUrl: string
  /** Sets the address to which Stripe sends its events. It contains the id of the demo project. */
  sendStripeEventsTo: (url: string) => void
  stop: () => void
}

/** Starts the fake providers on 127.0.0.1 with their saved state. */
export async function startProviders(ports: ProviderPorts, folder: string): Promise<Providers> {
  ports.qpay = await usualPort('The fake QPay', ports.qpay, 8026)
  const qpay = await FakeQPay.start({}, ports.qpay, join(folder, 'qpay.json'))
  ports.stripe = await usualPort('The fake Stripe', ports.stripe, 8027)
  const stripe = await FakeStripe.start({
    port: ports.stripe,
    slowBank: SLOW_BANK,
    file: join(folder, 'stripe.json'),
  })
  const { username, password, invoiceCode } = qpay.account
  return {
    env: {
      QPAY_TEST_URL: process.env.QPAY_TEST_URL ?? qpay.url,
      STRIPE_API_URL: process.env.STRIPE_API_URL ?? stripe.url,
    },
    settings: {
      qpay: { test: { enabled: true, username, password, invoice_code: invoiceCode } },
      stripe: { test: { enabled: true, secret_key: FAKE_KEYS.test, webhook_secret: FAKE_WEBHOOK_SECRET } },
    },
    qpayUrl: qpay.url,
    sendStripeEventsTo: (url) => {
      stripe.hintUrls.test = url
    },
    stop: () => {
      qpay.stop()
      stripe.stop()
    },
  }
}
