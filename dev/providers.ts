import { join } from 'node:path'
import { FakeQPay } from './fakes/qpay.ts'
import { FAKE_KEYS, FAKE_WEBHOOK_SECRET, FakeStripe } from './fakes/stripe.ts'
import { usualPort } from './ports.ts'

export interface ProviderPorts {
  qpay?: number
  stripe?: number
}

/** Milliseconds after which a slow bank agrees, on the page of the pretended Stripe. */
const SLOW_BANK = 10_000

/** Providers to try with: where the service asks them, and what the demo project knows of its accounts there. */
export interface Providers {
  env: Record<string, string>
  /** The demo project's `payment_methods`, in test mode. */
  settings: Record<string, { test: Record<string, string | boolean> }>
  /** Where one presses what a customer does in the app of a bank. */
  qpayUrl: string
  /** Says where the service hears of what happens at Stripe, once the demo project is known. */
  hintStripeAt: (url: string) => void
  stop: () => void
}

/** Starts a stand-in for each provider on loopback, which knows what it knew; nothing that is paid there is money. */
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
    hintStripeAt: (url) => {
      stripe.hintUrls.test = url
    },
    stop: () => {
      qpay.stop()
      stripe.stop()
    },
  }
}
