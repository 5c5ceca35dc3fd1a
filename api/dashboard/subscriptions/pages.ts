import type { Router } from 'express'
import { atHour, dayOf, daysLater } from '../../../common/domain/subscriptions/calendar.ts'
import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { formatShortDateTime } from '../../../common/kit/format.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import type { ProblemKey } from '../../../common/kit/sentence-key.ts'
import { Submission } from '../../../common/kit/submission.ts'
import { now } from '../../../common/runtime/clock.ts'
import { listCheckouts } from '../../../common/services/checkouts/list.ts'
import { findCustomerRow } from '../../../common/services/customers/find.ts'
import { listEntitlements } from '../../../common/services/entitlements/list.ts'
import { findHistory } from '../../../common/services/history/find.ts'
import { renewUrl } from '../../../common/services/links/renewal.ts'
import { scheduleChangeAndExpire } from '../../../common/services/operations/schedule-change.ts'
import { findPaymentsOfSubscription } from '../../../common/services/payments/list.ts'
import type { PriceName } from '../../../common/services/prices/name.ts'
import type { Scope } from '../../../common/services/projects/project.ts'
import { cancelSubscriptionAsShown } from '../../../common/services/subscriptions/cancel.ts'
import { findSubscription } from '../../../common/services/subscriptions/find.ts'
import { listSubscriptions, type SubscriptionFilter } from '../../../common/services/subscriptions/list.ts'
import { resumeSubscription } from '../../../common/services/subscriptions/resume.ts'
import { searchSubscriptions } from '../../../common/services/subscriptions/search.ts'
import { sendRenewalLink } from '../../../common/services/subscriptions/send-renewal-link.ts'
import { onConnection, type Sql } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../../pages/form.ts'
import { change } from '../change.ts'
import { detailPage } from '../kit/detail.ts'
import { newest } from '../kit/filters.ts'
import { listPage } from '../kit/list.ts'
import type { ActionResult, ProjectVisit } from '../page.ts'
import { findPriceChoices, withoutPrice } from '../selling/price-choices.ts'
import { newTrialPage } from './trial.ts'
import { type ShownSubscription, subscriptionDetail, subscriptionList } from './view.ts'

/** Number of payments, and of checkouts, on the page of a subscription. */
const SHOWN = 5

/** All subscriptions, with the filters of the API. */
const subscriptionsPage = listPage({
  ...subscriptionList,
  search: searchSubscriptions,
  find: (sql, scope, { status, ends_within: days, ...query }, now) =>
    listSubscriptions(sql, scope, {
      ...query,
      ...(days && endsWithin(Number(days), scope.project.timezone, now)),
      ...(status && { status: [status] }),
    }),
})

/** Returns the filter for the subscriptions that end today or within so many days, unless they are renewed. */
function endsWithin(days: number, zone: string, now: Date): SubscriptionFilter {
  const after = daysLater(dayOf(now, zone), days + 1)
  return {
    status: ['trialing', 'active'],
    'current_period_end[gte]': now,
    'current_period_end[lt]': atHour(after, 0, zone),
  }
}

const { send, resume, change: changePlan, cancel } = subscriptionDetail.actions

/** A subscription: its state, its renewal link and its history. */
const subscriptionPage = detailPage<ShownSubscription>({
  ...subscriptionDetail,
  find: (visit, id, form) =>
    onConnection(async (sql) => {
      const subscription = await findSubscription(sql, visit.scope, id)
      return subscription && withContext(sql, visit, subscription, form)
    }),
  actions: {
    send: {
      ...send,
      run: (visit, { subscription: { id } }) =>
        unlessEnded(visit, async ({ scope }) => {
          await change(scope, (tx) => sendRenewalLink(tx, scope, id))
          return { done: 'done' }
        }),
    },
    resume: {
      ...resume,
      run: (visit, { subscription: { id } }) =>
        unlessEnded(visit, async ({ scope }) => {
          await change(scope, (tx) => resumeSubscription(tx, scope, id))
          return { done: 'cancel_withdrawn' }
        }),
    },
    change: {
      ...changePlan,
      run: async (visit, { subscription: { id, status, scheduled_price_id: next } }, form) => {
        const priceId = idOf(form.price_id ?? '')
        // With a change scheduled, no price withdraws it.
        if (priceId === null && next === null && status !== 'canceled')
          return { errors: { price_id: 'plan_required' } }
        const draft = new Submission<PriceName>({ price_id: priceId })
        return unlessEnded(visit, async ({ scope }) => {
          await change(scope, (tx) => scheduleChangeAndExpire(tx, scope, id, draft))
          return { done: 'done' }
        })
      },
    },
    cancel: {
      ...cancel,
      run: (visit, { subscription: { id } }, form) => {
        const mode = form.mode === 'immediately' ? 'immediately' : 'at_period_end'
        return unlessEnded(visit, async ({ scope }) => {
          const isDone = await change(scope, (tx) =>
            cancelSubscriptionAsShown(tx, scope, id, mode, form.status),
          )
          if (isDone) return { done: mode === 'immediately' ? 'canceled_now' : 'cancel_set' }
          return { errors: { '': 'subscription_changed' } }
        })
      },
    },
  },
})

async function withContext(
  sql: Sql,
  visit: ProjectVisit,
  subscription: SubscriptionObject,
  form: Form | null,
): Promise<ShownSubscription> {
  const { scope } = visit
  const { id, status, customer_id: customerId, price_id: priceId, scheduled_price_id: next } = subscription
  const time = now()
  const plans = await findPriceChoices(sql, visit, form, {
    ...{ type: 'recurring', also: next === null ? [] : [next] },
    isField: (name) => name === 'price_id',
  })
  const customer = await findCustomerRow(sql, scope, { id: customerId })
  const checkouts = await listCheckouts(sql, scope, { subscription_id: id, ...newest(SHOWN) }, time)
  const history = await findHistory(sql, scope, {
    objects: [{ type: 'subscription', id }],
    causes: [`subscription-${id}`],
  })
  return {
    ...{ subscription, history, now: time },
    graceEndsAt: status === 'past_due' ? await accessEndOf(sql, scope, subscription, time) : null,
    payments: await findPaymentsOfSubscription(sql, scope, id, SHOWN, time),
    checkouts: checkouts.items,
    hasMoreCheckouts: 'hasMore' in checkouts && checkouts.hasMore,
    scheduled: plans.chosen.find((price) => price.id === next) ?? null,
    plans: withoutPrice(plans, priceId),
    renewUrl: renewUrl(id, customer?.link_version),
  }
}

/** Returns when access to an entitled subscription ends, as the API's entitlements tell it. */
async function accessEndOf(
  sql: Sql,
  scope: Scope,
  { id, customer_id }: SubscriptionObject,
  time: Date,
): Promise<string | null> {
  const entitlements = await listEntitlements(sql, scope, { customer_id }, time)
  return entitlements.find(({ subscription_id: of }) => of === id)?.until ?? null
}

const PROBLEMS: Readonly<Record<string, ProblemKey>> = {
  already_subscribed: 'change_subscribed',
  renewal_already_paid: 'change_paid',
  price_inactive: 'change_price',
  price_not_found: 'change_price',
  price_not_recurring: 'change_price',
}

/** Changes since the page was loaded. The page says that the press did nothing, and shows the present state. */
const CHANGED_MEANWHILE: Readonly<Record<string, ProblemKey>> = {
  subscription_canceled: 'subscription_ended',
  subscription_not_past_due: 'renewal_link_needless',
  no_email_address: 'renewal_link_no_email',
}

/** Runs an operation. If the subscription has ended meanwhile, the page shows that. */
async function unlessEnded(
  visit: ProjectVisit,
  run: (visit: ProjectVisit) => Promise<ActionResult>,
): Promise<ActionResult> {
  try {
    return await run(visit)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'email_limit_reached') {
      const next = new Date(error.problems[0].params?.at ?? '')
      const time = formatShortDateTime(next, visit.scope.project.timezone, visit.locale)
      return { errors: { '': { problem: 'renewal_link_limit', about: { time } } } }
    }
    const changed = CHANGED_MEANWHILE[error.code]
    if (changed) return { errors: { '': changed } }
    if (error.code === 'payment_in_progress') return { errors: { '': 'in_progress' } }
    const problem = PROBLEMS[error.code]
    if (problem === undefined) throw error
    return { errors: { price_id: problem } }
  }
}

/** The subscriptions of a project. The path of the form comes before the path of a subscription. */
export const subscriptionPages: Router[] = [subscriptionsPage, newTrialPage, subscriptionPage]
