import type { Request, Response } from 'express'
import { findHolding, listHoldings } from '../../../common/portal/list-holdings.ts'
import type { Holding } from '../../../common/portal/list-holdings.ts'
import { listPlans } from '../../../common/portal/list-plans.ts'
import { listPurchases } from '../../../common/portal/list-purchases.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findOffer } from '../../../common/subscriptions/find-offer.ts'
import type { SubscriptionObject } from '../../../common/subscriptions/object.ts'
import { read } from '../../../db/sql.ts'
import { formToken } from '../form.ts'
import type { Form } from '../form.ts'
import { nonceOf } from '../headers.ts'
import type { PageView } from '../payable/view.ts'
import { render } from '../render.ts'
import { renewView } from '../renew/view.ts'
import { PageError } from '../respond.ts'
import { sendPage } from '../send-page.ts'
import { chooseLocale } from '../words.ts'
import { SAID } from './addresses.ts'
import type { Step } from './addresses.ts'
import { cancelView } from './cancel-view.ts'
import { listView } from './list-view.ts'
import { overView } from './over.ts'
import type { PortalPageInput } from './page-input.ts'
import { paymentsView } from './payments-view.ts'
import { plansView } from './plans-view.ts'
import { askedLocale } from './visit.ts'
import type { PortalVisit } from './visit.ts'

const NEWEST = 5
const PER_PAGE = 25

/** The list of subscriptions, with the last payments; `error` is what a press in it could not do. */
export async function showList(
  visit: PortalVisit,
  request: Request,
  response: Response,
  error: string | null = null,
): Promise<void> {
  const { scope, session } = visit
  const { customerId } = session
  const holdings = await read((sql) => listHoldings(sql, scope, customerId))
  const shown: { holding: Holding; hasPlans: boolean }[] = []
  for (const holding of holdings) {
    const plans = await read((sql) => listPlans(sql, scope, holding.subscription, session.time))
    shown.push({ holding, hasPlans: plans.some(({ price }) => price.id !== holding.subscription.price_id) })
  }
  const purchases = await read((sql) => listPurchases(sql, customerId, 0, NEWEST + 1))
  const view = listView({
    ...pageInput(visit, response),
    holdings: shown,
    purchases: purchases.slice(0, NEWEST),
    hasMorePurchases: purchases.length > NEWEST,
    said: SAID.find((known) => known === request.query.said) ?? null,
    error,
  })
  send(request, response, view)
}

export async function showPayments(visit: PortalVisit, request: Request, response: Response): Promise<void> {
  const asked = request.query.page
  const page = typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
  const { customerId } = visit.session
  const purchases = await read((sql) => listPurchases(sql, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1))
  const view = paymentsView({
    ...pageInput(visit, response),
    purchases: purchases.slice(0, PER_PAGE),
    page,
    hasMore: purchases.length > PER_PAGE,
  })
  send(request, response, view)
}

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
  const holding = await read((sql) => findHolding(sql, scope, session.customerId, subscription))
  if (!holding) throw new PageError('not_found')
  const input = { ...pageInput(visit, response), holding, errors }
  if (step === 'cancel') {
    const { status, canceled_at: canceledAt } = subscription
    return status === 'canceled' || (canceledAt !== null && status !== 'past_due') ? null : cancelView(input)
  }
  const plans = await read((sql) => listPlans(sql, scope, subscription, session.time))
  return plansView({ ...input, plans, chosen: form.price_id })
}

/** The page that letters lead to as well, with the way back into the portal. */
async function renewStep(
  visit: PortalVisit,
  response: Response,
  id: number,
  typed: Form,
  errors: Record<string, string>,
): Promise<PageView | null> {
  const { scope, locale, secret, addresses } = visit
  const offer = await read((sql) => findOffer(sql, scope, id, now()))
  if (offer?.waitingUrl !== null || offer.kind === 'unsold') return null
  const { isTest, project } = scope
  const page = { project, isTest, offer, locale, nonce: nonceOf(response), formToken: formToken(secret) }
  const { status, view } = renewView({ ...page, typed, errors })
  const faulty = Object.keys(errors).length > 0
  return {
    status: faulty ? 422 : status,
    template: 'portal/renew',
    view: { ...view, list: addresses.list() },
  }
}

/** Instead of any page of the portal, where the browser is not signed in. */
export async function showOver(
  visit: PortalVisit | null,
  request: Request,
  response: Response,
): Promise<void> {
  const language = request.headers['accept-language']
  const view = overView({
    why: !visit ? 'unknown' : visit.session.state === 'signed_out' ? 'signed_out' : 'over',
    project: visit?.scope.project ?? null,
    isTest: visit?.scope.isTest ?? false,
    asked: visit !== null && request.query.said === 'sent',
    returnUrl: visit?.session.returnUrl ?? null,
    formToken: visit && formToken(visit.secret),
    locale: visit?.locale ?? chooseLocale('auto', language, 'en', askedLocale(request)),
    nonce: nonceOf(response),
    post: visit?.addresses.list() ?? null,
  })
  send(request, response, view)
}

function pageInput(
  { scope, session, secret, locale, addresses }: PortalVisit,
  response: Response,
): PortalPageInput {
  return {
    project: scope.project,
    isTest: scope.isTest,
    locale,
    nonce: nonceOf(response),
    formToken: formToken(secret),
    addresses,
    now: session.time,
    customerName: session.customerName,
    returnUrl: session.returnUrl,
  }
}

function send(request: Request, response: Response, { status, template, view }: PageView): void {
  sendPage(request, response, status, render(template, view))
}
