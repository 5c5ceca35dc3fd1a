import type { Request, Response } from 'express'
import { findOffer } from '../../../common/operations/find-offer.ts'
import { listPlans } from '../../../common/portal/list-plans.ts'
import { findPortalSubscription } from '../../../common/portal/list-subscriptions.ts'
import { now } from '../../../common/runtime/clock.ts'
import type { SubscriptionObject } from '../../../common/subscriptions/object.ts'
import { onConnection } from '../../../db/sql.ts'
import type { Form } from '../form.ts'
import type { PageView } from '../payable/view.ts'
import { PageError } from '../respond.ts'
import type { Step } from './addresses.ts'
import { cancelView } from './cancel-view.ts'
import { plansView } from './plans-view.ts'
import { renewStepView } from './renew-view.ts'
import { pageInput, send } from './show.ts'
import type { PortalVisit } from './visit.ts'

interface StepAsked {
  subscription: SubscriptionObject
  step: Step
  form?: Form
  errors?: Record<string, string>
}

/** One of the pages about a subscription; one that makes no sense as it stands leads back to the list. */
export async function showStep(
  visit: PortalVisit,
  request: Request,
  response: Response,
  asked: StepAsked,
): Promise<void> {
  const view = await viewOf(visit, response, asked)
  if (view) send(request, response, view)
  else response.redirect(303, visit.addresses.list())
}

async function viewOf(
  visit: PortalVisit,
  response: Response,
  { subscription, step, form = {}, errors = {} }: StepAsked,
): Promise<PageView | null> {
  const { scope, session } = visit
  if (step === 'renew') return renewStep(visit, response, subscription.id, form, errors)
  const holding = await onConnection((sql) =>
    findPortalSubscription(sql, scope, session.customerId, subscription),
  )
  if (!holding) throw new PageError('not_found')
  const input = { ...pageInput(visit, response), holding, errors }
  if (step === 'cancel') {
    const { status, canceled_at: canceledAt } = subscription
    return status === 'canceled' || (canceledAt !== null && status !== 'past_due')
      ? null
      : cancelView({ ...input, typed: form })
  }
  if (holding.waiting) return null // what is to be paid next is not known before that is decided
  const plans = await onConnection((sql) => listPlans(sql, scope, subscription, session.time))
  return plansView({ ...input, plans, chosen: form.price_id })
}

/** What paying for more of it does; null where that is not to be had now. */
async function renewStep(
  visit: PortalVisit,
  response: Response,
  id: number,
  typed: Form,
  errors: Record<string, string>,
): Promise<PageView | null> {
  const offer = await onConnection((sql) => findOffer(sql, visit.scope, id, now()))
  if (offer?.waitingUrl !== null || offer.kind === 'unsold') return null
  return renewStepView({ ...pageInput(visit, response), offer, typed, errors })
}
