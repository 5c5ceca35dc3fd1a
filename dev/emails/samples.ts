import type { Picture } from '../../common/domain/images/picture.ts'
import { discrepantPayment } from '../../common/domain/payments/object.ts'
import { refund } from '../../common/domain/refunds/object.ts'
import type { CancellationReason } from '../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { EmailKind, EmailPayloads } from '../../common/services/emails/kinds.ts'
import type { WaitingPayment } from '../../common/services/emails/kinds/transfers-waiting.ts'
import type { Project } from '../../common/services/projects/project.ts'
import { sellerOf } from '../../common/services/projects/seller.ts'
import { checkoutIn, fullOrder, invoiceIn, itemOf, transferIn } from './orders.ts'
import { shopIn, textsIn } from './shop.ts'
import { priceOf, subscriptionIn } from './subscriptions.ts'

/** A sample email: its kind and payload, and how its merchant differs from the usual sample shop. */
export type SampleEmail = {
  [Kind in EmailKind]: {
    kind: Kind
    payload: EmailPayloads[Kind]
    merchant?: Partial<Project>
    isTest?: boolean
    pictures?: ReadonlyMap<number, Picture>
  }
}[EmailKind]

const trial = { status: 'trialing', trial_ends_at: '2026-09-12T15:59:59.000000Z' } as const
const linkEnds = { link_expires_at: '2026-09-11T11:04:00.000000Z' }

const waiting: WaitingPayment = {
  ...{ payment_id: 900_000_001, amount: 50_000, amount_received: 0, currency: 'MNT', reference: '482913' },
  ...{ client_reference_id: null, claimed_at: '2026-08-14T11:04:00.000000Z' },
  expires_at: '2026-08-17T11:04:00.000000Z',
}

const receipt = (locale: Locale, paid: Partial<EmailPayloads['receipt']>, merchant: Partial<Project> = {}) =>
  ({
    kind: 'receipt',
    payload: { project: sellerOf({ ...shopIn(locale), ...merchant }), ...paid } as EmailPayloads['receipt'],
    merchant,
  }) as const

const reminder = (locale: Locale, days: number, more: Partial<EmailPayloads['renewal_reminder']> = {}) =>
  ({
    kind: 'renewal_reminder',
    payload: { subscription: subscriptionIn(locale), days_before: days, ...more },
  }) as const

const ended = (locale: Locale, reason: CancellationReason, sold = true) => {
  const price = priceOf(textsIn(locale).plan, 25_000, { active: sold })
  const how = { status: 'canceled', cancellation_reason: reason } as const
  const subscription = subscriptionIn(locale, { price, ended_at: '2026-09-12T15:59:59.000000Z', ...how })
  return { kind: 'subscription_canceled', payload: { subscription } } as const
}

/** An open invoice that the merchant sends. */
const sent = (
  locale: Locale,
  changes: Parameters<typeof invoiceIn>[1] = {},
  overdue = false,
): Extract<SampleEmail, { kind: 'invoice' }> => ({
  kind: 'invoice',
  payload: {
    invoice: invoiceIn(locale, {
      ...{ status: 'open', payment_method: null, paid_at: null, receipt_number: null },
      ...changes,
    }),
    overdue,
  },
})

const rejected = (
  locale: Locale,
  status: 'open' | 'expired',
  reason: string | null,
): Extract<SampleEmail, { kind: 'transfer_rejected' }> => ({
  kind: 'transfer_rejected',
  payload: {
    checkout: checkoutIn(locale, { status }),
    payment: transferIn(locale, 50_000, { status: 'failed', failure_message: reason }),
  },
})

/** The person behind a change that owners get an email about. */
const notice = {
  ...({ actor: 'member', actor_name: 'bat@example.com', ip_address: '203.0.113.7' } as const),
  at: '2026-08-12T11:04:00.000000Z',
}

const samples = {
  receipt: (locale) => receipt(locale, { checkout: checkoutIn(locale) }),
  'receipt-everything': (locale) => receipt(locale, { checkout: fullOrder(locale) }),
  'receipt-subscription': (locale) => {
    const { plan } = textsIn(locale)
    const price = priceOf(plan, 25_000)
    const item = { ...itemOf(plan, 25_000, 3), price_id: price.id, price }
    return receipt(locale, { checkout: checkoutIn(locale, { items: [item], mode: 'subscription' }) })
  },
  'receipt-free': (locale) => {
    const codes = [{ code: 'NADAAM-2026', amount: 50_000 }]
    return receipt(locale, { checkout: checkoutIn(locale, { promotion_codes: codes, payment_method: null }) })
  },
  'receipt-invoice': (locale) => receipt(locale, { invoice: invoiceIn(locale) }),
  invoice: (locale) => sent(locale),
  'invoice-short': (locale) => sent(locale, { description: null, client_reference_id: null }),
  'invoice-overdue': (locale) => sent(locale, { client_reference_id: 'ORDER-1009' }, true),
  'receipt-in-test-mode': (locale) => ({
    ...receipt(
      locale,
      { checkout: checkoutIn(locale, { payment_method: 'test', is_test: true }) },
      { color: '#ffe000' },
    ),
    isTest: true,
  }),
  'receipt-without-contacts': (locale) => {
    const withoutContacts = {
      email: null,
      supportPhone: null,
      legalName: null,
      registrationNumber: null,
      address: null,
    }
    return receipt(locale, { checkout: checkoutIn(locale) }, { ...withoutContacts, color: '#000000' })
  },
  'receipt-with-a-phone-only': (locale) => receipt(locale, { checkout: checkoutIn(locale) }, { email: null }),
  'receipt-with-a-logo': (locale) => {
    const logo = { path: '/assets/pictures/1/shown-only.png', width: 320, height: 80, clear: false }
    return receipt(locale, { checkout: checkoutIn(locale) }, { logo })
  },
  'receipt-with-a-clear-logo': (locale) => {
    const logo = { path: '/assets/pictures/1/shown-only.png', width: 60, height: 80, clear: true }
    return receipt(locale, { checkout: checkoutIn(locale) }, { logo })
  },
  'receipt-with-pictures': (locale) => {
    const { items, ...order } = fullOrder(locale)
    const many = [...items, itemOf(textsIn(locale).plan, 25_000)].map((item, at) => ({ ...item, id: at + 1 }))
    const picture = { path: '/assets/pictures/1/shown-only.png', width: 96, height: 96, clear: false }
    const pictures = new Map([
      [1, picture],
      [2, { ...picture, width: 64, clear: true }],
    ])
    return { ...receipt(locale, { checkout: checkoutIn(locale, { ...order, items: many }) }), pictures }
  },
  'receipt-of-long-words': (locale) => {
    const long = textsIn(locale).plan.replace(/\s/g, '').repeat(20).slice(0, 255)
    const checkout = checkoutIn(locale, {
      ...{ items: [itemOf(long, 999_999_999_999, 9)], client_reference_id: '1'.repeat(191) },
      discounts: [{ amount: 1_000_000_000, description: long }],
    })
    return receipt(locale, { checkout }, { name: long, color: '#ffffff' })
  },
  'subscription-created': (locale) => ({
    kind: 'subscription_created',
    payload: { subscription: subscriptionIn(locale) },
  }),
  'trial-created': (locale) => ({
    kind: 'subscription_created',
    payload: { subscription: subscriptionIn(locale, trial) },
  }),
  'reminder-30-days': (locale) => {
    const price = priceOf(textsIn(locale).plan, 250_000, { recurring_interval: 'year' })
    return reminder(locale, 30, { subscription: subscriptionIn(locale, { price }) })
  },
  'reminder-7-days': (locale) => reminder(locale, 7),
  'reminder-1-day': (locale) => reminder(locale, 1),
  'reminder-of-a-trial': (locale) => reminder(locale, 7, { subscription: subscriptionIn(locale, trial) }),
  'reminder-1-day-of-a-trial': (locale) =>
    reminder(locale, 1, { subscription: subscriptionIn(locale, trial) }),
  'reminder-of-a-changed-plan': (locale) =>
    reminder(locale, 7, {
      renewal_price: priceOf(textsIn(locale).planMore, 120_000, {
        id: 900_000_002,
        recurring_interval_count: 3,
      }),
    }),
  'past-due': (locale) => ({
    kind: 'subscription_past_due',
    payload: {
      subscription: subscriptionIn(locale, { status: 'past_due' }),
      access_ends_at: '2026-09-15T15:59:59.000000Z',
    },
  }),
  'ended-requested': (locale) => ended(locale, 'requested'),
  'ended-unpaid': (locale) => ended(locale, 'unpaid'),
  'ended-trial': (locale) => ended(locale, 'trial_ended'),
  'ended-immediately': (locale) => ended(locale, 'immediately'),
  'ended-no-longer-sold': (locale) => ended(locale, 'unpaid', false),
  'cancellation-requested': (locale) => ({
    kind: 'cancellation_requested',
    payload: { subscription: subscriptionIn(locale, { canceled_at: '2026-08-20T11:04:00.000000Z' }) },
  }),
  'cancellation-withdrawn': (locale) => ({
    kind: 'cancellation_withdrawn',
    payload: { subscription: subscriptionIn(locale) },
  }),
  'cancellation-withdrawn-in-a-trial': (locale) => ({
    kind: 'cancellation_withdrawn',
    payload: { subscription: subscriptionIn(locale, trial) },
  }),
  'change-scheduled': (locale) => ({
    kind: 'change_scheduled',
    payload: {
      subscription: subscriptionIn(locale),
      renewal_price: priceOf(textsIn(locale).planMore, 120_000, {
        id: 900_000_002,
        recurring_interval_count: 3,
      }),
    },
  }),
  'change-withdrawn': (locale) => ({
    kind: 'change_withdrawn',
    payload: { subscription: subscriptionIn(locale) },
  }),
  sale: (locale) => ({ kind: 'sale', payload: { checkout: fullOrder(locale) } }),
  'sale-with-nothing-to-pay': (locale) => {
    const codes = [{ code: 'NADAAM-2026', amount: 50_000 }]
    const checkout = checkoutIn(locale, { promotion_codes: codes, payment_method: null })
    return { kind: 'sale', payload: { checkout } }
  },
  'sale-of-an-invoice': (locale) => ({ kind: 'sale', payload: { invoice: invoiceIn(locale) } }),
  cancellation: (locale) => ({
    kind: 'cancellation',
    payload: { subscription: subscriptionIn(locale, { canceled_at: '2026-08-20T11:04:00.000000Z' }) },
  }),
  'cancellation-explained': (locale) => ({
    kind: 'cancellation',
    payload: {
      explained: true,
      subscription: subscriptionIn(locale, {
        canceled_at: '2026-08-20T11:04:00.000000Z',
        cancellation_details: { feedback: 'too_expensive', comment: textsIn(locale).reason },
      }),
    },
  }),
  'cancellation-at-once': (locale) => {
    const at = { canceled_at: '2026-08-20T11:04:00.000000Z', ended_at: '2026-08-20T11:04:00.000000Z' }
    const how = { status: 'canceled', cancellation_reason: 'immediately' } as const
    return { kind: 'cancellation', payload: { subscription: subscriptionIn(locale, { ...at, ...how }) } }
  },
  'portal-link': () => ({ kind: 'portal_link', payload: { customer_id: 900_000_001 } }),
  'member-added': () => ({
    kind: 'member_added',
    payload: { ...notice, member: 'saraa@example.com', role: 'staff' },
  }),
  'member-invited': () => ({ kind: 'member_invited', payload: { ...notice, role: 'staff' } }),
  'passkey-added': (locale) => ({
    kind: 'passkey_added',
    payload: { ...notice, name: locale === 'mn' ? 'Утас' : 'Phone' },
  }),
  'bank-details-changed': (locale) => ({
    kind: 'bank_details_changed',
    payload: {
      ...notice,
      account: {
        ...{ bank_name: textsIn(locale).bank, account_number: '5012345678' },
        account_holder: textsIn(locale).legalName,
      },
    },
  }),
  'proof-code': () => ({
    kind: 'proof_code',
    payload: { sign_in_id: 900_000_001, nonce: 'sample-nonce-of-a-link' },
  }),
  'sign-in': () => ({
    kind: 'sign_in',
    payload: { sign_in_id: 900_000_001, nonce: 'sample-nonce-of-a-link' },
  }),
  'transfer-rejected': (locale) => rejected(locale, 'open', null),
  'transfer-rejected-with-a-reason': (locale) => rejected(locale, 'open', textsIn(locale).reason),
  'transfer-rejected-too-late': (locale) => rejected(locale, 'expired', textsIn(locale).reason),
  'transfer-rejected-of-an-invoice': (locale) => ({
    kind: 'transfer_rejected',
    payload: {
      invoice: invoiceIn(locale, { status: 'open', payment_method: null, paid_at: null }),
      payment: transferIn(locale, 180_000, { status: 'failed' }),
    },
  }),
  'transfer-reported': (locale) => ({
    kind: 'transfer_reported',
    payload: {
      checkout: fullOrder(locale),
      payment: transferIn(locale, 78_300, { payer_name: textsIn(locale).payer }),
      ...linkEnds,
    },
  }),
  'transfer-reported-of-an-invoice': (locale) => ({
    kind: 'transfer_reported',
    payload: {
      invoice: invoiceIn(locale, { status: 'open', payment_method: null, paid_at: null }),
      payment: transferIn(locale, 180_000, { expires_at: null }),
      ...linkEnds,
    },
  }),
  'transfer-due': (locale) => ({
    kind: 'transfer_due',
    payload: { checkout: checkoutIn(locale), payment: transferIn(locale, 50_000), ...linkEnds },
  }),
  'transfers-waiting': () => ({
    kind: 'transfers_waiting',
    payload: {
      now: '2026-08-16T02:00:00.000000Z',
      transfers: [
        { ...waiting, payment_id: 900_000_001, expires_at: '2026-08-15T11:04:00.000000Z' },
        { ...waiting, payment_id: 900_000_002, amount: 999_999_999_999, amount_received: 20_000 },
        { ...waiting, payment_id: 900_000_003, client_reference_id: 'ORDER-1009' },
      ],
      count: 5,
      dashboard_mode: 'live',
      ...linkEnds,
    },
  }),
  'transfer-details': (locale) => ({
    kind: 'transfer_details',
    payload: {
      checkout: checkoutIn(locale, { status: 'open' }),
      payment: transferIn(locale, 50_000, { status: 'started', claimed_at: null }),
    },
  }),
  'transfer-received-note': (locale) => ({
    kind: 'transfer_received_note',
    payload: {
      checkout: checkoutIn(locale, { status: 'pending' }),
      payment: transferIn(locale, 50_000, { payer_name: textsIn(locale).payer }),
    },
  }),
  'transfer-incomplete': (locale) => ({
    kind: 'transfer_incomplete',
    payload: {
      checkout: checkoutIn(locale, { status: 'pending' }),
      payment: transferIn(locale, 50_000, { amount_received: 20_000 }),
    },
  }),
  'transfer-rejected-in-part': (locale) => ({
    kind: 'transfer_rejected',
    payload: {
      checkout: checkoutIn(locale, { status: 'open' }),
      payment: transferIn(locale, 50_000, { status: 'refund_required', amount_received: 20_000 }),
    },
  }),
  refunded: (locale) => ({
    kind: 'payment_refunded',
    payload: {
      checkout: checkoutIn(locale),
      payment: transferIn(locale, 50_000, { status: 'refunded', refunds: [refund.like({ amount: 50_000 })] }),
    },
  }),
  'refund-due': (locale) => ({
    kind: 'refund_due',
    payload: {
      checkout: checkoutIn(locale, { status: 'expired' }),
      payment: transferIn(locale, 50_000, { status: 'refund_required', amount_to_refund: 50_000 }),
    },
  }),
  'refund-required': (locale) => ({
    kind: 'refund_required',
    payload: {
      checkout: checkoutIn(locale),
      payment: transferIn(locale, 50_000, { status: 'refund_required', amount_to_refund: 50_000 }),
    },
  }),
  'refund-required-of-an-invoice': (locale) => ({
    kind: 'refund_required',
    payload: {
      invoice: invoiceIn(locale),
      payment: transferIn(locale, 180_000, { status: 'refund_required', amount_to_refund: 180_000 }),
    },
  }),
  'refund-failed': (locale) => ({
    kind: 'refund_failed',
    payload: {
      checkout: checkoutIn(locale),
      payment: transferIn(locale, 50_000, { status: 'paid' }),
      refund: { amount: 50_000, currency: 'MNT' },
    },
  }),
  'payment-discrepancy': (locale) => ({
    kind: 'payment_discrepancy',
    payload: {
      checkout: checkoutIn(locale),
      payment: transferIn(locale, 50_000, { status: 'canceled', amount_received: 0 }),
      discrepancy: { ...discrepantPayment.example.discrepancy, provider_amount: 50_000 },
    },
  }),
  'renewal-blocked': (locale) => {
    const at = { status: 'canceled', ended_at: '2026-09-12T15:59:59.000000Z' } as const
    return {
      kind: 'renewal_blocked',
      payload: {
        subscription: subscriptionIn(locale, { ...at, cancellation_reason: 'immediately' }),
        price: priceOf(textsIn(locale).planMore, 40_000, { id: 900_000_002 }),
        blocked_by: 900_000_002,
        orders: [orderIn(locale, 'R-001009'), orderIn(locale, 'R-001010')],
      },
    }
  },
  'endpoint-gone': () => endpoint('gone'),
  'endpoint-failing': () => endpoint('failing'),
} satisfies Record<string, (locale: Locale) => SampleEmail>

type SampledKind = ReturnType<(typeof samples)[keyof typeof samples]>['kind']

/** Every email that the service sends, in each variant with a different text. It does not compile while a kind has no sample. */
export const sampleEmails: Record<string, (locale: Locale) => SampleEmail> &
  Record<Exclude<EmailKind, SampledKind>, never> = samples

function orderIn(locale: Locale, receiptNumber: string) {
  return { url: checkoutIn(locale).url, receipt_number: receiptNumber, amount: 40_000 }
}

function endpoint(reason: 'gone' | 'failing'): Extract<SampleEmail, { kind: 'endpoint_disabled' }> {
  const url = 'https://shop.example/hooks/tolbor?of=orders'
  const payload = { endpoint: { id: 900_000_001, url }, reason, since: '2026-08-07T11:04:00.000000Z' }
  return { kind: 'endpoint_disabled', payload }
}
