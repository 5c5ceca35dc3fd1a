import { Addresses } from '../../api/pages/portal/addresses.ts'
import type { PortalPageInput } from '../../api/pages/portal/page-input.ts'
import type { PriceObject } from '../../common/domain/prices/object.ts'
import type { SubscriptionObject } from '../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../common/kit/format.ts'
import type { Offer } from '../../common/services/operations/find-offer.ts'
import type { PlanChoice } from '../../common/services/portal/list-plans.ts'
import type { Purchase } from '../../common/services/portal/list-purchases.ts'
import type { PortalSubscription } from '../../common/services/portal/list-subscriptions.ts'
import { project } from '../pages/view/fixtures.ts'
import { subscriptionOf } from '../support/given/email.ts'

/** A name that is too long for every page, and contains markup. */
export const LONG =
  'Zolzaya Enkhtuvshin-Baatarsaikhan & Sons’ Handmade <b>Felt</b> Slippers, Saddles and Everything Emporium'

/** Returns the input of every portal page: the customer is signed in, eight days after the payment. */
export function portalPage(locale: Locale, changes: Partial<PortalPageInput> = {}): PortalPageInput {
  return {
    ...{ project, isTest: true, locale, formToken: 'f0rm', addresses: new Addresses(locale) },
    now: new Date('2026-08-20T04:00:00Z'),
    customerName: 'Бат-Эрдэнийн Сарантуяа',
    returnUrl: 'https://nomynulgii.example/account?from=portal&tab=1',
    ...changes,
  }
}

let last = 100

/** Creates the price of another plan. */
export function priceOf(name: string, amount: number, more: Partial<PriceObject> = {}): PriceObject {
  const { price } = subscriptionOf({ projectId: project.id })
  const id = (last += 1)
  return { ...price, id, unit_amount: amount, product: { ...price.product, id, name }, ...more }
}

/** Creates a subscription to `name`, paid from 12 Aug to 12 Sep 2026. */
export function entryOf(
  name: string,
  changes: Partial<SubscriptionObject> = {},
  state: Partial<Omit<PortalSubscription, 'subscription'>> = {},
): PortalSubscription {
  const price = changes.price ?? priceOf(name, 25_000)
  const subscription = subscriptionOf(
    { projectId: project.id },
    {
      id: price.id,
      price,
      price_id: price.id,
      product: price.product,
      product_id: price.product.id,
      ...changes,
    },
  )
  return { subscription, scheduled: null, graceEndsAt: null, isHeldAgain: false, waiting: null, ...state }
}

export const canceled = {
  canceled_at: '2026-08-18T02:00:00.000000Z',
  cancellation_reason: 'requested',
} as const
const trial = { status: 'trialing', trial_ends_at: '2026-09-12T15:59:59.000000Z' } as const
const ended = { status: 'canceled', entitled: false, ended_at: '2026-08-12T15:59:59.000000Z' } as const
export const waiting = {
  amount: 25_000,
  reference: '482913',
  claimedAt: new Date('2026-08-19T11:04:00Z'),
  url: 'https://pay.example/checkout/41/s3cret',
}
const YEARS = { recurring_interval: 'year', recurring_interval_count: 3 } as const

/** A subscription in each state that a customer can see. */
export const entries: Record<string, PortalSubscription> = {
  active: entryOf('Номын клуб'),
  scheduled: entryOf('Уншигч', {}, { scheduled: priceOf('Оюутан', 9_900) }),
  'scheduled-canceled': entryOf('Кино', canceled, { scheduled: priceOf('Кино, гэр бүл', 45_000, YEARS) }),
  waiting: entryOf('Усан бассейн', {}, { waiting }),
  'waiting-over': entryOf(
    'Йога',
    { current_period_end: '2026-08-19T15:59:59.000000Z' },
    { waiting: { ...waiting, claimedAt: null } },
  ),
  'waiting-canceled': entryOf('Бүжиг', canceled, { waiting }),
  canceled: entryOf('Library', canceled),
  trial: entryOf('Tea tasting', trial),
  'trial-canceled': entryOf('Coffee tasting', { ...trial, ...canceled }),
  overdue: entryOf(
    'Chess lessons',
    { status: 'past_due', current_period_end: '2026-08-16T15:59:59.000000Z' },
    { graceEndsAt: new Date('2026-08-21T15:59:59Z') },
  ),
  'overdue-last-day': entryOf(
    'Шатар',
    { status: 'past_due', current_period_end: '2026-08-19T15:59:59.000000Z' },
    { graceEndsAt: new Date('2026-08-20T15:59:59Z'), waiting },
  ),
  'ended-requested': entryOf('Piano', { ...ended, ...canceled }),
  'ended-unpaid': entryOf('Morin khuur', { ...ended, cancellation_reason: 'unpaid' }),
  'ended-trial': entryOf('Violin', { ...ended, ...trial, ...ended, cancellation_reason: 'trial_ended' }),
  'ended-at-once': entryOf('Flute', { ...ended, cancellation_reason: 'immediately' }),
  unsold: entryOf('Theremin', {
    ...ended,
    cancellation_reason: 'unpaid',
    price: priceOf('Theremin', 70_000, { active: false }),
  }),
  'ended-held': entryOf('Viola', { ...ended, ...canceled }, { isHeldAgain: true }),
  ugly: entryOf(
    LONG,
    { price: priceOf(LONG, 999_999_999_999, { ...YEARS, name: LONG.slice(0, 100) }) },
    { scheduled: priceOf(LONG, 1, { name: 'Гэр бүл' }) },
  ),
}

/** Canceled with a reason. */
export const explained = entryOf('Library', {
  ...canceled,
  cancellation_details: { feedback: 'unused', comment: null },
})

/** Returns the offer to renew a subscription, with up to 60 periods. */
export function offerOf(
  { subscription, graceEndsAt }: PortalSubscription,
  changes: Partial<Offer> = {},
): Offer {
  const price = changes.price ?? subscription.price
  const months = (price.recurring_interval === 'year' ? 12 : 1) * (price.recurring_interval_count ?? 1)
  return {
    ...{ subscription, price, graceEndsAt, waitingUrl: null, locale: null, hasEmail: true },
    kind: subscription.status === 'canceled' ? 'again' : 'renew',
    choices: Array.from({ length: 60 }, (_, index) => ({
      periods: index + 1,
      amount: price.unit_amount * (index + 1),
      until: new Date(Date.UTC(2026, 8 + months * (index + 1), 12, 15, 59, 59)),
    })),
    ...changes,
  }
}

/** Returns an offered plan. 23 of 31 days of the present plan are unused. */
export function planOf(name: string, amount: number, changes: Partial<PlanChoice> = {}): PlanChoice {
  return {
    price: priceOf(name, amount),
    how: 'pay',
    credit: 18_548,
    days: { left: 23, whole: 31 },
    due: amount - 18_548,
    date: new Date('2026-09-20T15:59:59Z'),
    ...changes,
  }
}

export function purchaseOf(name: string | null, changes: Partial<Purchase> = {}): Purchase {
  return {
    ...{ at: new Date('2026-08-12T11:04:00Z'), name, priceName: null, quantity: 1, invoice: null },
    ...{ amount: 25_000, currency: null },
    ...{ status: 'paid', refunded: 0, method: 'bank_transfer', receipt: 'R-000041' },
    url: 'https://pay.example/checkout/41/s3cret',
    ...changes,
  }
}

/** Payments of every kind and status. */
export const purchases: Purchase[] = [
  purchaseOf('Номын клуб', { priceName: 'Гэр бүл', quantity: 12, amount: 300_000 }),
  purchaseOf('Усан бассейн', { status: 'pending', receipt: null }),
  purchaseOf('Шагай', { status: 'refund_required', receipt: null, amount: 999_999_999_999 }),
  purchaseOf('Шатар', { status: 'refunded', refunded: 25_000, receipt: null }),
  purchaseOf('Даам', { refunded: 5_000 }),
  purchaseOf(LONG, { method: 'test', quantity: 60, receipt: 'R-0000000000000000042' }),
  purchaseOf('Бэлэг', { method: null, amount: 0 }),
  purchaseOf(null, { invoice: 'LONGPREFIX12-0001', receipt: null }),
  purchaseOf('Номын тавиурын урьдчилгаа, 2 ширхэг', { invoice: 'NU-0007', receipt: null }),
]
