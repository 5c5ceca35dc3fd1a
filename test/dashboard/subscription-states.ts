import { detailView } from '../../api/dashboard/kit/detail-view.ts'
import { readAsked } from '../../api/dashboard/kit/filters.ts'
import { formView } from '../../api/dashboard/kit/form-view.ts'
import { listView } from '../../api/dashboard/kit/list-view.ts'
import { type NewTrial, newTrialForm } from '../../api/dashboard/subscriptions/trial-view.ts'
import {
  type ShownSubscription,
  subscriptionDetail,
  subscriptionList,
} from '../../api/dashboard/subscriptions/view.ts'
import type { PageView } from '../../api/pages/kit/page-view.ts'
import { checkout } from '../../common/domain/checkouts/object.ts'
import { customer } from '../../common/domain/customers/object.ts'
import type { ChangeKind } from '../../common/domain/events/types.ts'
import { payment } from '../../common/domain/payments/object.ts'
import { price } from '../../common/domain/prices/object.ts'
import {
  subscription as subscriptionShape,
  SUBSCRIPTION_STATUSES,
  type SubscriptionObject,
} from '../../common/domain/subscriptions/object.ts'
import type { Locale } from '../../common/kit/languages.ts'
import type { HistoryEntry } from '../../common/services/history/find.ts'
import { LONG } from '../portal/fixtures.ts'
import { choices, searched } from './choices.ts'
import { inShop } from './in-shop.ts'

type State = (locale: Locale) => PageView

const at = new Date('2026-08-12T11:05:00Z')
const history: HistoryEntry[] = [{ kind: 'event', at, id: 501, type: 'subscription.created' }]
const overdueEmail: HistoryEntry = {
  ...{ kind: 'email', at, email: 'subscription_past_due', status: 'sent' },
  recipient: subscriptionShape.example.customer.email!,
}
const changeEvents: HistoryEntry[] = (
  [
    ...['plan_changed', 'scheduled_plan_began', 'change_scheduled', 'change_withdrawn'],
    ...['cancellation_requested', 'cancellation_explained', 'cancellation_taken_back'],
    ...['period_shortened', 'period_extended'],
  ] as ChangeKind[]
).map((change) => ({ kind: 'event', at, id: 502, type: 'subscription.updated', change }))
const month = { type: 'recurring', recurring_interval: 'month', recurring_interval_count: 1 } as const
const gold = price.like({ ...month, id: 13, unit_amount: 90_000 })
const plans = Array.from({ length: 19 }, (_, at) => {
  const plan = price.like({ ...month, id: 30 + at, unit_amount: 10_000 + at })
  return { ...plan, product: { ...plan.product, name: at === 0 ? LONG : `Клуб ${at}` } }
})
const foundPlan = searched('price_id', 'клуб', plans, true)
const canceled = '2026-08-12T11:05:00.000000Z'

function subscription(changes: Partial<SubscriptionObject> = {}): SubscriptionObject {
  const plain = subscriptionShape.like(changes)
  return {
    ...plain,
    price: { ...plain.price, ...month },
    customer: { ...plain.customer, name: 'Бат-Эрдэнийн Сарантуяа' },
  }
}

function list(items: SubscriptionObject[], query: Record<string, string> = {}): State {
  const asked = readAsked(query, subscriptionList.filters)
  return (locale) =>
    listView(subscriptionList, { ...inShop(locale), items, asked, hasMore: false, problem: null })
}

function detail(
  changes: Partial<SubscriptionObject>,
  more: Partial<Parameters<typeof detailView<ShownSubscription>>[1]> = {},
  scheduled: ShownSubscription['scheduled'] = null,
  entries = history,
  offered = choices([gold]),
): State {
  const item = {
    subscription: subscription(changes),
    ...{ scheduled, plans: offered, history: entries, now: at },
    graceEndsAt: changes.status === 'past_due' ? '2026-09-19T15:59:59.000000Z' : null,
    ...{
      payments: [payment.like({ status: 'paid' })],
      checkouts: [checkout.example],
      hasMoreCheckouts: true,
    },
    renewUrl: 'https://pay.example.org/r/301/tk1z9s.abcdefghijklmnopqrstuvwxyzabcdefghijklmnopq',
  }
  return (locale) =>
    detailView(subscriptionDetail, { ...inShop(locale), item, typed: {}, errors: {}, ...more })
}

function trialForm(changes: Partial<Parameters<typeof formView<NewTrial>>[1]> = {}): State {
  const item = { ...choices([gold]), customer: null, priceId: null }
  return (locale) => formView(newTrialForm, { ...inShop(locale), item, typed: {}, errors: {}, ...changes })
}

/** The pages of the subscriptions. */
export const subscriptionStates: Record<string, State> = {
  'dashboard-subscriptions': list(
    SUBSCRIPTION_STATUSES.map((status, index) => subscription({ id: 301 + index, status })),
  ),
  'dashboard-subscriptions-ending': list([subscription(), subscription({ id: 302, canceled_at: canceled })], {
    ends_within: '30',
  }),
  'dashboard-subscriptions-empty': list([]),
  'dashboard-subscriptions-of-customer': list([], { customer_id: '7' }),
  'dashboard-subscription': detail({ current_period_end: '2026-09-12T15:59:59.000000Z' }),
  'dashboard-subscription-past-due': detail({ status: 'past_due' }),
  'dashboard-subscription-reminded': detail({ status: 'past_due' }, {}, null, [...history, overdueEmail]),
  'dashboard-subscription-scheduled': detail({ scheduled_price_id: 13 }, {}, gold),
  'dashboard-subscription-canceled': detail({ canceled_at: canceled }),
  'dashboard-subscription-over': detail({
    ...{ status: 'canceled', canceled_at: canceled, ended_at: canceled, cancellation_reason: 'requested' },
    cancellation_details: { feedback: 'other', comment: LONG },
  }),
  'dashboard-subscription-old': detail({}, {}, null, []),
  'dashboard-subscription-viewer': detail({ status: 'past_due' }, { role: 'viewer' }),
  'dashboard-subscription-change-wrong': detail(
    {},
    {
      typed: { action: 'change', price_id: '13' },
      errors: { price_id: 'errors.change_subscribed' },
    },
  ),
  'dashboard-subscription-change-found': detail(
    { scheduled_price_id: 13 },
    {
      typed: { ...foundPlan.typed, button: 'change', price_id: '13' },
    },
    gold,
    history,
    { ...choices([gold], foundPlan.offer), chosen: [gold] },
  ),
  'dashboard-trial-form': trialForm(),
  'dashboard-trial-form-many': trialForm({
    item: { ...choices([gold, ...plans], { isCut: true }), customer: null, priceId: null },
  }),
  'dashboard-trial-form-wrong': trialForm({
    typed: { customer: 'nobody', days: '400' },
    errors: { customer: 'errors.email_invalid', price_id: 'errors.trial_plan', days: 'errors.trial_days' },
  }),
  'dashboard-trial-form-customer': trialForm({
    item: {
      ...choices([gold]),
      priceId: 13,
      customer: customer.like({ name: 'Бат-Эрдэнийн Сарантуяа' }),
    },
    errors: { customer: 'errors.trial_used' },
  }),
  'dashboard-subscription-cancel': detail(
    { status: 'trialing', trial_ends_at: '2026-08-26T15:59:59.000000Z' },
    {
      ...{ typed: { action: 'cancel' }, errors: { '': 'errors.in_progress' } },
    },
  ),
}

/** Pages that only differ by a sentence from those above. */
export const rareSubscriptionStates: State[] = [
  list([], { price_id: '7' }),
  detail({}, {}, null, [...history, ...changeEvents]),
  ...['subscription_ended', 'renewal_link_needless', 'renewal_link_no_email'].map((problem) =>
    detail({ status: 'canceled' }, { typed: { action: 'send' }, errors: { '': `errors.${problem}` } }),
  ),
  detail({ canceled_at: canceled }, { done: 'cancel_set' }),
  detail(
    { status: 'past_due' },
    { typed: { action: 'cancel' }, errors: { '': 'errors.subscription_changed' } },
  ),
  detail(
    { status: 'past_due' },
    {
      ...{ typed: { action: 'send' }, errors: { '': 'errors.renewal_link_limit' } },
      errorParams: { '': { time: '12 Aug 2026, 20:05' } },
    },
  ),
  ...(['change_paid', 'change_price'] as const).map((problem) =>
    detail({}, { typed: { action: 'change' }, errors: { price_id: `errors.${problem}` } }),
  ),
  ...(['unpaid', 'trial_ended', 'immediately'] as const).map((cancellation_reason) =>
    detail({ status: 'canceled', ended_at: canceled, cancellation_reason }),
  ),
]
