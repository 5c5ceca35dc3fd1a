import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findOffer } from '../../../common/services/operations/find-offer.ts'
import { listPlans } from '../../../common/services/portal/list-plans.ts'
import { findPortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Shown } from '../hosted-page.ts'
import type { Elsewhere, PageView } from '../kit/page-view.ts'
import { type RenewPageInput, renewView } from '../renew/view.ts'
import { PageError } from '../respond.ts'
import type { Step } from './addresses.ts'
import { cancelView } from './cancel-view.ts'
import { canceledView } from './canceled-view.ts'
import type { PortalPageInput } from './page-input.ts'
import { plansView } from './plans-view.ts'
import { pageInput } from './show.ts'
import type { PortalVisit } from './visit.ts'

/** One of the pages about a subscription; one that makes no sense as it stands leads back to the list. */
export async function stepPage(
  visit: PortalVisit,
  shown: Shown,
  subscription: SubscriptionObject,
  step: Step,
): Promise<PageView | Elsewhere> {
  const view = await viewOf(visit, shown, subscription, step)
  return view ?? { goTo: visit.addresses.list() }
}

async function viewOf(
  visit: PortalVisit,
  shown: Shown,
  subscription: SubscriptionObject,
  step: Step,
): Promise<PageView | Elsewhere | null> {
  const { scope, session } = visit
  const { form, errors } = shown
  if (step === 'renew') return renewStep(visit, shown, subscription.id)
  const holding = await onConnection((sql) =>
    findPortalSubscription(sql, scope, session.customerId, subscription),
  )
  if (!holding) throw new PageError('not_found')
  const input = { ...pageInput(visit, shown), holding, errors }
  const { status, canceled_at: canceledAt, cancellation_reason: reason } = subscription
  if (step === 'canceled')
    return canceledAt !== null && reason === 'requested'
      ? canceledView({ ...input, typed: form ?? {} })
      : null
  if (step === 'cancel')
    return status === 'canceled' || (canceledAt !== null && status !== 'past_due') ? null : cancelView(input)
  if (holding.waiting) return null // what is to be paid next is not known before that is decided
  const plans = await onConnection((sql) => listPlans(sql, scope, subscription, session.time))
  return plansView({ ...input, plans, chosen: form?.price_id })
}

/**
 * What paying for more of it does; null where that is not to be had now. While a transfer waits by which an ended one
 * begins anew, the page of that: the list tells only of those of a running one.
 */
async function renewStep(visit: PortalVisit, shown: Shown, id: number): Promise<PageView | Elsewhere | null> {
  const offer = await onConnection((sql) => findOffer(sql, visit.scope, id, now()))
  if (!offer) return null
  if (offer.waitingUrl !== null) return offer.kind === 'renew' ? null : { goTo: offer.waitingUrl }
  if (offer.kind === 'unsold') return null
  const { form, errors } = shown
  return renewStepView({
    ...pageInput(visit, shown),
    ...{ offer, typed: form ?? {}, errors },
    methods: offeredMethods(
      visit.scope.project,
      visit.scope.isTest,
      ...offer.choices.map(({ amount }) => amount),
    ).map(({ name }) => name),
    userAgent: shown.request.headers['user-agent'] ?? '',
  })
}

/** The page that emails lead to as well, with the ways back into the portal and to the merchant. */
export function renewStepView(input: RenewPageInput & PortalPageInput): PageView {
  const page = renewView(input)
  return { ...page, view: { ...page.view, list: input.addresses.list(), backUrl: input.returnUrl } }
}
