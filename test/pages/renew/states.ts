import type { PageView } from '../../../api/pages/kit/page-view.ts'
import { type RenewPageInput, renewView } from '../../../api/pages/renew/view.ts'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../../common/kit/format.ts'
import type { Offer } from '../../../common/services/operations/find-offer.ts'
import { subscriptionOf } from '../../support/given/email.ts'
import { project } from '../view/fixtures.ts'

const LONG =
  'Zolzaya Enkhtuvshin-Baatarsaikhan & Sons’ Handmade <b>Felt</b> Slippers, Saddles and Everything Emporium'
const ABOUT = 'Two books a month, chosen for you, and a seat at the reading evening.'
const year = { type: 'recurring', recurring_interval: 'year', recurring_interval_count: 3 } as const

function subscription(changes: Partial<SubscriptionObject> = {}): SubscriptionObject {
  return subscriptionOf({ projectId: project.id }, changes)
}

/** Returns the offer of a link, with up to 60 periods. */
function offer(changes: Partial<Offer> = {}): Offer {
  const current = changes.subscription ?? subscription()
  const price = changes.price ?? current.price
  const months = (price.recurring_interval === 'year' ? 12 : 1) * (price.recurring_interval_count ?? 1)
  return {
    subscription: current,
    price,
    kind: 'renew',
    graceEndsAt: null,
    waitingUrl: null,
    locale: null,
    hasEmail: true,
    choices: Array.from({ length: 60 }, (_, index) => ({
      periods: index + 1,
      amount: price.unit_amount * (index + 1),
      until: new Date(Date.UTC(2026, 8 + months * (index + 1), 12, 15, 59, 59)),
    })),
    ...changes,
  }
}

const basic = subscription()
const renewals: Record<string, Partial<RenewPageInput>> = {
  renew: {},
  'renew-live': { isTest: false, methods: ['qpay', 'stripe', 'bank_transfer'] },
  'renew-pictured': {
    picture: { path: '/assets/pictures/hills-96x96.png', width: 96, height: 96, clear: false },
    offer: offer({ price: { ...basic.price, product: { ...basic.product, description: ABOUT } } }),
  },
  'renew-one-method': { isTest: false, methods: ['bank_transfer'] },
  'renew-no-email': { offer: offer({ hasEmail: false }) },
  'renew-no-method': {
    isTest: false,
    methods: ['qpay', 'bank_transfer'],
    typed: { periods: '6' },
    errors: { payment_method: 'errors.payment_method_required' },
  },
  'renew-requested': {
    offer: offer({ subscription: subscription({ canceled_at: '2026-08-20T00:00:00Z' }) }),
  },
  'renew-trial': { offer: offer({ subscription: subscription({ status: 'trialing' }) }) },
  'renew-overdue': {
    offer: offer({
      subscription: subscription({ status: 'past_due' }),
      graceEndsAt: new Date('2026-09-15T15:59:59Z'),
    }),
  },
  'renew-scheduled': {
    offer: offer({
      price: {
        ...basic.price,
        ...year,
        id: 99,
        unit_amount: 290_000,
        product: { ...basic.product, name: 'Gold' },
      },
    }),
  },
  'renew-wrong': { typed: { periods: '61' }, errors: { periods: 'errors.periods' } },
  'renew-ended': { offer: offer({ kind: 'again', subscription: subscription({ status: 'canceled' }) }) },
  'renew-again': {
    offer: offer({ kind: 'again', subscription: subscription({ status: 'canceled' }) }),
    errors: { '': 'errors.plan_limit' },
  },
  'renew-ugly': {
    project: { ...project, name: LONG, color: '#ff00ff' },
    offer: offer({
      subscription: subscription({ product: { ...basic.product, name: LONG } }),
      price: {
        ...basic.price,
        ...year,
        unit_amount: 150_119_987_579,
        product: { ...basic.product, name: LONG },
      },
    }),
  },
  'renew-waiting': { offer: offer({ waitingUrl: 'https://pay.example/checkout/41/s3cret' }) },
  'renew-waiting-again': {
    offer: offer({
      kind: 'again',
      subscription: subscription({ status: 'canceled' }),
      waitingUrl: 'https://pay.example/checkout/41/s3cret',
    }),
  },
  'renew-unsold': { offer: offer({ kind: 'unsold', subscription: subscription({ status: 'canceled' }) }) },
  'renew-old': { offer: null },
  'renew-sent': { offer: null, linkRequested: true },
  'renew-old-no-contact': { offer: null, project: { ...project, email: null, supportPhone: null } },
}

/** Every state of the page of a renewal link. */
export const renewStates: Record<string, (locale: Locale) => PageView> = Object.fromEntries(
  Object.entries(renewals).map(([name, changes]) => [
    name,
    (locale) =>
      renewView({
        ...{ project, isTest: true, offer: offer(), formToken: 'f0rm' },
        ...{ typed: {}, errors: {}, methods: ['test', 'bank_transfer'] },
        ...changes,
        locale,
      }),
  ]),
)
