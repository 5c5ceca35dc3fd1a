import { FakeQPay } from './fakes/qpay.ts'
import { freePort } from './ports.ts'

export interface ProviderPorts {
  qpay?: number
}

/** Providers to try with: where the service asks them, and what the demo project knows of its accounts there. */
export interface Providers {
  env: Record<string, string>
  /** The demo project's `payment_methods`, in test mode. */
  settings: Record<string, { test: Record<string, string | boolean> }>
  /** Where one presses what a customer does in the app of a bank. */
  qpayUrl: string
  stop: () => void
}

/** Starts a stand-in for each provider on loopback; nothing that is paid there is money. */
export async function startProviders(ports: ProviderPorts): Promise<Providers> {
  ports.qpay = await freePort(ports.qpay ?? 8026)
  const qpay = await FakeQPay.start({}, ports.qpay)
  const { username, password, invoiceCode } = qpay.account
  return {
    env: { QPAY_TEST_URL: process.env.QPAY_TEST_URL ?? qpay.url },
    settings: { qpay: { test: { enabled: true, username, password, invoice_code: invoiceCode } } },
    qpayUrl: qpay.url,
    stop: () => {
      qpay.stop()
    },
  }
}
