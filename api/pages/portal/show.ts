import type { Request, Response } from 'express'
import { findPictures } from '../../../common/images/find-pictures.ts'
import { listPurchases } from '../../../common/portal/list-purchases.ts'
import {
  listEnded,
  listPortalSubscriptions,
  type PortalSubscription,
} from '../../../common/portal/list-subscriptions.ts'
import { otherPlans } from '../../../common/portal/other-plans.ts'
import { onConnection } from '../../../db/sql.ts'
import { formToken } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { chooseLocale } from '../locale.ts'
import type { PageView } from '../payable/view.ts'
import { render } from '../render.ts'
import { sendPage } from '../send-page.ts'
import { NOTICES } from './addresses.ts'
import { endedView } from './ended-view.ts'
import { type ListPageInput, listView } from './list-view.ts'
import { overView } from './over.ts'
import type { PortalPageInput } from './page-input.ts'
import { paymentsView } from './payments-view.ts'
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
  const { items, hasMoreEnded } = await onConnection((sql) => listPortalSubscriptions(sql, scope, customerId))
  const purchases = await onConnection((sql) => listPurchases(sql, customerId, 0, NEWEST + 1))
  const view = listView({
    ...pageInput(visit, response),
    ...(await surrounded(visit, items)),
    hasMoreEnded,
    purchases: purchases.slice(0, NEWEST),
    hasMorePurchases: purchases.length > NEWEST,
    said: NOTICES.find((known) => known === request.query.said) ?? null,
    error,
  })
  send(request, response, view)
}

/** Each with whether it has another plan to change to, and their products' pictures. */
async function surrounded(
  { scope, session }: PortalVisit,
  holdings: PortalSubscription[],
): Promise<Pick<ListPageInput, 'holdings' | 'pictures'>> {
  const products = holdings.map(({ subscription }) => subscription.product_id)
  const pictures = await onConnection((sql) => findPictures(sql, scope.project.id, products))
  const hasPlans = await onConnection((sql) => otherPlans(sql, scope, session.customerId))
  const shown = holdings.map((holding) => ({ holding, hasPlans: hasPlans(holding.subscription) }))
  return { holdings: shown, pictures }
}

/** Everything that has ended, page by page. */
export async function showEnded(visit: PortalVisit, request: Request, response: Response): Promise<void> {
  const page = pageOf(request)
  const { customerId } = visit.session
  const ended = await onConnection((sql) =>
    listEnded(sql, visit.scope, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1),
  )
  const view = endedView({
    ...pageInput(visit, response),
    ...(await surrounded(visit, ended.slice(0, PER_PAGE))),
    page,
    hasMore: ended.length > PER_PAGE,
  })
  send(request, response, view)
}

/** Which page of a list the address names; the first where it names none that there could be. */
function pageOf({ query }: Request): number {
  const asked = query.page
  return typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
}

export async function showPayments(visit: PortalVisit, request: Request, response: Response): Promise<void> {
  const page = pageOf(request)
  const { customerId } = visit.session
  const purchases = await onConnection((sql) =>
    listPurchases(sql, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1),
  )
  const view = paymentsView({
    ...pageInput(visit, response),
    purchases: purchases.slice(0, PER_PAGE),
    page,
    hasMore: purchases.length > PER_PAGE,
  })
  send(request, response, view)
}

/** Instead of any page of the portal, where the browser is not signed in. */
export async function showOver(
  visit: PortalVisit | null,
  request: Request,
  response: Response,
): Promise<void> {
  const view = overView({
    why: !visit ? 'unknown' : visit.session.state === 'signed_out' ? 'signed_out' : 'over',
    project: visit?.scope.project ?? null,
    isTest: visit?.scope.isTest ?? false,
    asked: visit !== null && request.query.said === 'sent',
    returnUrl: visit?.session.returnUrl ?? null,
    formToken: visit && formToken(visit.secret),
    locale: visit?.locale ?? chooseLocale(request, 'auto', 'en'),
    nonce: nonceOf(response),
    post: visit?.addresses.list() ?? null,
  })
  send(request, response, view)
}

/** What every page is given of a visit. */
export function pageInput(
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

export function send(request: Request, response: Response, { status, template, view }: PageView): void {
  sendPage(request, response, status, render(template, view))
}
