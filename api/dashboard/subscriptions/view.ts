import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import type { PriceObject } from '../../../common/domain/prices/object.ts'
import { subscriptionCsv } from '../../../common/domain/subscriptions/csv.ts'
import {
  SUBSCRIPTION_STATUSES,
  type SubscriptionObject,
  type SubscriptionStatus,
} from '../../../common/domain/subscriptions/object.ts'
import { nextOverdueEmailAt } from '../../../common/domain/subscriptions/reminder-limit.ts'
import { DAY } from '../../../common/kit/time.ts'
import type { HistoryEntry } from '../../../common/services/history/find.ts'
import { planName } from '../../../common/services/text/names.ts'
import { fieldOf, type FormState } from '../../pages/kit/fields.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import { checkoutColumns, checkoutPath } from '../checkouts/view.ts'
import { customerName } from '../customers/name.ts'
import { withoutCustomer } from '../kit/columns.ts'
import type { Button, Detail, DetailDefinition, Section } from '../kit/detail-view.ts'
import { byId, chips, menu } from '../kit/filters.ts'
import { timelineOf } from '../kit/history.ts'
import type { ListDefinition } from '../kit/list-view.ts'
import type { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf, type Tone } from '../kit/table.ts'
import { paymentColumns, paymentPath } from '../payments/view.ts'
import {
  knownPrices,
  type PriceChoices,
  priceField,
  priceLabel,
  priceText,
} from '../selling/price-choices.ts'

const TONES: Record<SubscriptionStatus, Tone> = {
  trialing: 'good',
  active: 'good',
  past_due: 'bad',
  canceled: 'neutral',
}

/** Returns a subscription's status as merchants read it. One that is canceled for its end is active until then. */
export function subscriptionStatus(
  { status, canceled_at: at }: SubscriptionObject,
  { t }: Presenter,
): { text: string; tone: Tone } {
  if (status !== 'canceled' && at !== null)
    return { text: t('dashboard.subscriptions.not_renewing'), tone: 'bad' }
  return { text: t(`dashboard.subscriptions.status_${status}`), tone: TONES[status] }
}

/** Returns when a subscription has ended, or else the end of its paid or trial time. */
function endOf({ ended_at: ended, current_period_end: end }: SubscriptionObject): string {
  return ended ?? end
}

/** The columns of a table of one customer's subscriptions. */
export const ownSubscriptionColumns: readonly Column<SubscriptionObject>[] = [
  {
    label: 'dashboard.subscriptions.plan',
    kind: 'what',
    cell: ({ product, price }) => planName({ ...price, product }),
  },
  {
    label: 'order.amount',
    kind: 'money',
    cell: ({ price }, presenter) => presenter.money(price.unit_amount),
  },
  { label: 'portal.status', kind: 'state', cell: subscriptionStatus },
  {
    label: 'dashboard.subscriptions.until',
    kind: 'date',
    cell: (subscription, presenter) => ({
      text: presenter.date(endOf(subscription)),
      isLate: subscription.status === 'past_due',
    }),
  },
]

/** The list of subscriptions. */
export const subscriptionList = {
  path: '/subscriptions',
  state: 'dashboard_subscriptions',
  heading: 'dashboard.subscriptions.heading',
  empty: 'dashboard.subscriptions.empty',
  searchField: { label: 'dashboard.subscriptions.search', hint: 'dashboard.subscriptions.search_hint' },
  elsewhere: { path: '/customers', heading: 'dashboard.customers.heading' },
  filters: {
    status: chips('portal.status', SUBSCRIPTION_STATUSES, (status, t) =>
      t(`dashboard.subscriptions.status_${status}`),
    ),
    ends_within: menu('dashboard.subscriptions.ends_within', ['3', '7', '14', '30'], (days, t) =>
      t('dashboard.subscriptions.days', { count: Number(days) }),
    ),
    customer_id: byId('customer'),
    price_id: byId('price'),
  },
  csv: subscriptionCsv,
  links: [{ path: '/subscriptions/new', label: 'dashboard.new_trial.heading', needs: 'operate' }],
  href: subscriptionPath,
  columns: [
    {
      label: 'decide.payer',
      kind: 'what',
      cell: ({ customer }, presenter) => ({
        text: customerName(customer, presenter),
        hint: customer.name === null ? null : (customer.email ?? customer.phone),
      }),
    },
    {
      label: 'dashboard.subscriptions.plan',
      kind: 'text',
      cell: ({ product, price }) => planName({ ...price, product }),
    },
    ...ownSubscriptionColumns.slice(1),
  ],
} as const satisfies ListDefinition<SubscriptionObject>

/** Returns the path of a subscription's page. */
export function subscriptionPath({ id }: { id: number }): string {
  return `/subscriptions/${id}`
}

export interface ShownSubscription {
  subscription: SubscriptionObject
  /** The price of the next renewal, if a change is scheduled. */
  scheduled: PriceObject | null
  /** The other recurring prices to choose from. */
  plans: PriceChoices
  /** The page on which the customer renews. */
  renewUrl: string
  /** When access ends unless it is renewed; null unless it is past due. */
  graceEndsAt: string | null
  /** The newest payments for it. */
  payments: readonly PaymentObject[]
  /** The newest checkouts of it. */
  checkouts: readonly CheckoutObject[]
  hasMoreCheckouts: boolean
  history: readonly HistoryEntry[]
  now: Date
}

/** The page of a subscription. */
export const subscriptionDetail = {
  path: '/subscriptions/:id',
  state: 'dashboard_subscription',
  audited: 'subscription',
  back: { path: '/subscriptions', label: 'dashboard.subscriptions.heading' },
  show: (shown, presenter) => {
    const { t } = presenter
    const { subscription, history } = shown
    const { product, price, customer, created_at: at, current_period_end: end } = subscription
    return {
      heading: t('dashboard.subscriptions.title', {
        ...{ customer: customerName(customer, presenter), plan: planName({ ...price, product }) },
      }),
      status: subscriptionStatus(subscription, presenter),
      notice: emailNotice(shown, presenter),
      facts: factsOf(shown, presenter),
      about: { date: presenter.date(end) },
      sections: [
        ...paymentsOf(shown, presenter),
        ...checkoutsOf(shown, presenter),
        ...(presenter.may('operate') ? [renewLinkOf(shown, presenter)] : []),
        {
          heading: t('dashboard.history.heading'),
          timeline: timelineOf(
            // Events are deleted after some months. Until then the event shows the creation.
            isCreationKnown(history) ? [] : [{ at, text: t('dashboard.history.subscription_created') }],
            history,
            presenter,
          ),
        },
      ],
    }
  },
  actions: {
    send: { needs: 'operate', button: sendButton },
    resume: { needs: 'operate', button: resumeButton },
    change: { needs: 'operate', button: changeButton },
    cancel: { needs: 'operate', isLast: true, isDanger: true, button: cancelButton },
  },
} as const satisfies DetailDefinition<ShownSubscription>

function isCreationKnown(history: readonly HistoryEntry[]): boolean {
  return history.some((entry) => entry.kind === 'event' && entry.type === 'subscription.created')
}

function factsOf({ subscription, scheduled, graceEndsAt }: ShownSubscription, presenter: Presenter): Row[] {
  const { t } = presenter
  const { id, customer, price, status, cancellation_reason: why, cancellation_details: said } = subscription
  const isOver = status === 'canceled'
  return [
    ...row(t('decide.payer'), customerName(customer, presenter), presenter.page(`/customers/${customer.id}`)),
    ...row(t('dashboard.subscriptions.price'), priceText(price, presenter)),
    ...row(t('dashboard.subscriptions.next_price'), scheduled && priceLabel(scheduled, presenter)),
    ...(isOver || status === 'trialing'
      ? []
      : presenter.timeRow(t('dashboard.subscriptions.paid_until'), subscription.current_period_end)),
    ...presenter.timeRow(t('dashboard.subscriptions.grace_ends'), graceEndsAt),
    ...presenter.timeRow(t('dashboard.subscriptions.trial_ends'), subscription.trial_ends_at),
    ...presenter.timeRow(t('dashboard.subscriptions.canceled_on'), subscription.canceled_at),
    ...presenter.timeRow(t('dashboard.subscriptions.ended_on'), subscription.ended_at),
    ...row(t('decide.reason'), isOver && why ? t(`dashboard.subscriptions.ended_${why}`) : null),
    ...row(t('dashboard.subscriptions.comment'), said?.comment),
    ...row(t('dashboard.subscriptions.number'), String(id)),
  ]
}

function paymentsOf({ payments }: ShownSubscription, presenter: Presenter): Section[] {
  if (payments.length === 0) return []
  const label = presenter.t('dashboard.payments.heading')
  return [
    {
      heading: label,
      table: tableOf(payments, withoutCustomer(paymentColumns), presenter, { label, href: paymentPath }),
    },
  ]
}

function checkoutsOf(
  { subscription: { id }, checkouts, hasMoreCheckouts }: ShownSubscription,
  presenter: Presenter,
): Section[] {
  if (checkouts.length === 0) return []
  const label = presenter.t('dashboard.checkouts.heading')
  return [
    {
      heading: label,
      table: tableOf(checkouts, withoutCustomer(checkoutColumns), presenter, { label, href: checkoutPath }),
      ...(hasMoreCheckouts && {
        more: {
          href: presenter.page('/checkouts', { subscription_id: String(id) }),
          label: presenter.t('dashboard.subscriptions.all_checkouts'),
        },
      }),
    },
  ]
}

/** How long before the end of the paid time the link to renew is what to do next. */
const RENEWED_WITHIN = 7 * DAY

/** Returns the link to renew, above the facts if it is due or soon will be. */
function renewLinkOf({ renewUrl, subscription, now }: ShownSubscription, { t }: Presenter): Section {
  const { status, canceled_at: canceledAt, current_period_end: end } = subscription
  const isDue = status === 'past_due' || new Date(end).getTime() - now.getTime() < RENEWED_WITHIN
  // A canceled one need not be renewed.
  const isNext = isDue && status !== 'canceled' && canceledAt === null
  return {
    heading: t('dashboard.subscriptions.renew_link'),
    ...(isNext && { isLeading: true }),
    part: {
      template: 'dashboard/customers/links',
      view: {
        ...{ label: t('dashboard.subscriptions.copy_renew'), copy: renewUrl, isLesser: !isNext },
        hint: t('dashboard.subscriptions.renew_hint'),
      },
    },
  }
}

/** Returns when an overdue one can be emailed again; null if it can be now. */
function nextEmailAt({ subscription, history, now }: ShownSubscription): Date | null {
  const last = history.findLast((entry) => entry.kind === 'email' && entry.email === 'subscription_past_due')
  const { email } = subscription.customer
  return last?.kind === 'email' && email !== null ? nextOverdueEmailAt(last, email, now) : null
}

/** Returns the button that emails the renewal link of an overdue subscription; null while it cannot be emailed. */
function sendButton(shown: ShownSubscription, { t }: Presenter): Button | null {
  const { status, customer } = shown.subscription
  const isReported = shown.payments.some((payment) => payment.status === 'pending')
  if (status !== 'past_due' || customer.email === null || isReported || nextEmailAt(shown)) return null
  return {
    label: t('dashboard.subscriptions.send'),
    busy: t('dashboard.invoices.send_busy'),
    isPrimary: true,
    hint: t('dashboard.subscriptions.send_to', { email: customer.email }),
  }
}

function emailNotice(shown: ShownSubscription, presenter: Presenter): NonNullable<Detail['notice']> | null {
  const { status, customer } = shown.subscription
  const next = status === 'past_due' ? nextEmailAt(shown) : null
  if (!next || customer.email === null) return null
  const about = { email: customer.email, time: presenter.time(next) }
  return { text: presenter.t('dashboard.invoices.is_sent', about), isGood: true }
}

function resumeButton({ subscription }: ShownSubscription, { t }: Presenter): Button | null {
  const { status, canceled_at: at } = subscription
  if (status === 'canceled' || at === null) return null
  return { label: t('dashboard.subscriptions.resume'), hint: t('dashboard.subscriptions.resume_hint') }
}

function changeButton(shown: ShownSubscription, presenter: Presenter, form: FormState): Button | null {
  const { subscription, plans } = shown
  const { status, canceled_at: canceledAt, scheduled_price_id: next } = subscription
  const hasOthers = plans.isCut || knownPrices(plans).length > 0
  if (status === 'canceled' || canceledAt !== null || (!hasOthers && next === null)) return null
  const { t } = presenter
  const none = { value: '', label: t('dashboard.subscriptions.change_none'), selected: false }
  return {
    label: t('dashboard.subscriptions.change'),
    busy: t('dashboard.subscriptions.change_busy'),
    hint: t('dashboard.subscriptions.change_hint'),
    fields: [
      priceField(form, 'price_id', plans, presenter, {
        ...{ label: t('dashboard.subscriptions.change_price'), known: next === null ? null : String(next) },
        first: [none],
      }),
    ],
  }
}

function cancelButton(
  { subscription }: ShownSubscription,
  presenter: Presenter,
  form: FormState,
): Button | null {
  const { t } = presenter
  const { status, canceled_at: canceledAt, current_period_end: end } = subscription
  const date = presenter.date(end)
  if (status === 'canceled') return null
  // An overdue one has no paid time left, and one that is canceled for its end can only end earlier.
  const modes =
    status === 'past_due' || canceledAt !== null
      ? (['immediately'] as const)
      : (['at_period_end', 'immediately'] as const)
  const textOf = (mode: (typeof modes)[number]) =>
    mode === 'at_period_end' && status === 'trialing' ? 'at_trial_end' : mode
  return {
    label: t('dashboard.subscriptions.cancel'),
    busy: t('dashboard.subscriptions.cancel_busy'),
    hint: t('dashboard.subscriptions.cancel_hint'),
    hidden: { status },
    fields: [
      fieldOf(form, 'mode', {
        ...{ label: t('dashboard.subscriptions.cancel_when'), known: modes[0] },
        options: modes.map((mode) => ({
          ...{
            value: mode,
            label: t(`dashboard.subscriptions.cancel_${textOf(mode)}`, { date }),
            selected: false,
          },
        })),
      }),
    ],
  }
}
