import type { SubscriptionObject } from '../../../common/domain/subscriptions/object.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { now } from '../../../common/runtime/clock.ts'
import { pictureOfProduct } from '../../../common/services/images/find-pictures.ts'
import { findOffer } from '../../../common/services/operations/find-offer.ts'
import { listPlans } from '../../../common/services/portal/list-plans.ts'
import { findPortalSubscription } from '../../../common/services/portal/list-subscriptions.ts'
import { onConnection } from '../../../db/sql.ts'
import type { ViewContext } from '../hosted-page.ts'
import type { PageView, Redirect } from '../kit/page-view.ts'
import { type RenewPageInput, renewView } from '../renew/view.ts'
import { PageError } from '../respond.ts'
import type { Step } from './addresses.ts'
import { cancelView } from './cancel-view.ts'
import { canceledView } from './canceled-view.ts'
import type { PortalPageInput } from './page-input.ts'
import { plansView } from './plans-view.ts'
import { pageInput } from './show.ts'
import type { PortalVisit } from './visit.ts'

/** Returns one of the pages about a subscription. If its step is not possible now, redirects to the list. */
export async function stepPage(
  visit: PortalVisit,
  context: ViewContext,
  subscription: SubscriptionObject,
  step: Step,
): Promise<PageView | Redirect> {
  const view = await viewOf(visit, context, subscription, step)
  return view ?? { goTo: visit.addresses.list() }
}

async function viewOf(
  visit: PortalVisit,
  context: ViewContext,
  subscription: SubscriptionObject,
  step: Step,
): Promise<PageView | Redirect | null> {
  const { scope, session } = visit
  const { form, errors } = context
  if (step === 'renew') return renewStep(visit, context, subscription.id)
  const entry = await onConnection((sql) =>
    findPortalSubscription(sql, scope, session.customerId, subscription),
  )
  if (!entry) throw new PageError('not_found')
  const input = { ...pageInput(visit, context), entry, errors }
  const { status, canceled_at: canceledAt, cancellation_reason: reason } = subscription
  if (step === 'canceled')
    return canceledAt !== null && reason === 'requested'
      ? canceledView({ ...input, typed: form ?? {} })
      : null
  if (step === 'cancel')
    return status === 'canceled' || (canceledAt !== null && status !== 'past_due') ? null : cancelView(input)
  if (entry.waiting) return null // the next amount is unknown until the payment is decided
  const plans = await onConnection((sql) => listPlans(sql, scope, subscription, session.time))
  return plansView({ ...input, plans, chosen: form?.price_id })
}

/**
 * Returns the page to renew a subscription, or null if that is not possible now. If a reported payment waits that starts an
 * ended subscription again, redirects to its page: the list shows waiting payments of running subscriptions only.
 */
async function renewStep(
  visit: PortalVisit,
  context: ViewContext,
  id: number,
): Promise<PageView | Redirect | null> {
  const offer = await onConnection((sql) => findOffer(sql, visit.scope, id, now()))
  if (!offer) return null
  if (offer.waitingUrl !== null) return offer.kind === 'renew' ? null : { goTo: offer.waitingUrl }
  if (offer.kind === 'unsold') return null
  const { form, errors } = context
  const { project } = visit.scope
  const { product_id: productId } = offer.price
  return renewStepView({
    ...pageInput(visit, context),
    ...{ offer, typed: form ?? {}, errors },
    methods: offeredMethods(
      visit.scope.project,
      visit.scope.isTest,
      ...offer.choices.map(({ amount }) => amount),
    ).map(({ name }) => name),
    picture: await onConnection((sql) => pictureOfProduct(sql, project.id, productId)),
    userAgent: context.request.headers['user-agent'] ?? '',
  })
}

/** Returns the page that links in emails show, too, here with links back to the portal and to the shop. */
export function renewStepView(input: RenewPageInput & PortalPageInput): PageView {
  const page = renewView(input)
  return { ...page, view: { ...page.view, list: input.addresses.list(), backUrl: input.returnUrl } }
}
