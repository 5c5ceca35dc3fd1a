import { once } from 'node:events'
import type { ProviderCall, ProviderPayment } from '../../../common/methods/provider.ts'
import { clearCachedTokens } from '../../../common/methods/qpay/gateway/token.ts'
import { config } from '../../../common/runtime/config.ts'
import { producer } from '../../../common/runtime/queues.ts'
import { FakeQPay } from '../../../dev/fakes/qpay.ts'
import { deleteAllKeys } from '../engines.ts'
import { givenMerchant, type Merchant } from './merchant.ts'

interface Values {
  enabled: boolean
  username: string
  password: string
  invoice_code: string
  [field: string]: string | boolean
}

/** Starts a fake QPay for the tests of a file, which test mode calls. It is reset before each test. */
export function withQPay(): { qpay: FakeQPay; values: () => Values } {
  const state = {} as { qpay: FakeQPay }
  const { test } = config().qpayUrls
  before(async () => {
    if (producer().status !== 'ready') await once(producer(), 'ready')
    state.qpay = await FakeQPay.start()
    config().qpayUrls.test = state.qpay.url
  })
  beforeEach(async () => {
    state.qpay.reset()
    clearCachedTokens()
    await deleteAllKeys(producer())
  })
  after(() => {
    state.qpay.stop()
    config().qpayUrls.test = test
  })
  return {
    get qpay() {
      return state.qpay
    },
    values: () => {
      const { username, password, invoiceCode } = state.qpay.account
      return { enabled: true, username, password, invoice_code: invoiceCode }
    },
  }
}

/** Returns a payment of 25,000 tögrög, as a gateway receives it. */
export function providerPayment(fields: Partial<ProviderPayment> = {}): ProviderPayment {
  return {
    id: 7,
    isTest: true,
    amount: 25_000,
    currency: 'MNT',
    description: 'Shop: Tea',
    customerEmail: null,
    locale: 'en',
    expiresAt: new Date(Date.now() + 1_800_000),
    returnUrl: 'https://pay.example/checkout/1/token',
    hintUrl: 'https://pay.example/hints/qpay/1/test/7/token',
    calls: 0,
    attempt: 0,
    hasRefunds: false,
    providerId: null,
    details: null,
    ...fields,
  }
}

export function providerCall(values: Values, within = 5_000): ProviderCall<Values> {
  return { values, account: { projectId: 1, isTest: true }, signal: AbortSignal.timeout(within) }
}

/** Creates a merchant who accepts QPay in test mode, with these settings of the account. */
export function givenQPayShop(values: Values): Promise<Merchant> {
  return givenMerchant({}, { email: 'owner@example.com', payment_methods: { qpay: { test: values } } })
}
