import type { Request } from 'express'
import { findPictures } from '../../../common/services/images/find-pictures.ts'
import { listPurchases } from '../../../common/services/portal/list-purchases.ts'
import {
  listEnded,
  listPortalSubscriptions,
  type PortalSubscription,
} from '../../../common/services/portal/list-subscriptions.ts'
import { otherPlans } from '../../../common/services/portal/other-plans.ts'
import { onConnection } from '../../../db/sql.ts'
import type { ViewContext } from '../hosted-page.ts'
import type { PageView, Redirect } from '../kit/page-view.ts'
import { chooseLocale } from '../locale.ts'
import { NOTICES } from './addresses.ts'
import { endedView } from './ended-view.ts'
import { type ListPageInput, listView } from './list-view.ts'
import { noAccessView } from './no-access.ts'
import type { PortalPageInput } from './page-input.ts'
import { paymentsView } from './payments-view.ts'
import type { PortalVisit } from './visit.ts'

const NEWEST = 5
const PER_PAGE = 25

/**
 * Returns a page of the subscriptions, the first with the last payments. After the last page it redirects to the first.
 * `error` is the sentence key of an action that failed.
 */
export async function listPage(
  visit: PortalVisit,
  context: ViewContext,
  error: string | null = null,
): Promise<PageView | Redirect> {
  const { scope, session } = visit
  const { customerId } = session
  const page = pageOf(context.request)
  const { items, hasMore, hasMoreEnded } = await onConnection((sql) =>
    listPortalSubscriptions(sql, scope, customerId, (page - 1) * PER_PAGE, PER_PAGE),
  )
  if (page > 1 && items.length === 0) return { goTo: visit.addresses.list() }
  const purchases = page > 1 ? [] : await onConnection((sql) => listPurchases(sql, customerId, 0, NEWEST + 1))
  return listView({
    ...pageInput(visit, context),
    ...(await withPlansAndPictures(visit, items)),
    page,
    hasMore,
    hasMoreEnded,
    purchases: purchases.slice(0, NEWEST),
    hasMorePurchases: purchases.length > NEWEST,
    notice: NOTICES.find((known) => known === context.request.query.said) ?? null,
    error,
  })
}

/** Returns each subscription with whether there is another plan for it, and the products' pictures. */
async function withPlansAndPictures(
  { scope, session }: PortalVisit,
  entries: PortalSubscription[],
): Promise<Pick<ListPageInput, 'entries' | 'pictures'>> {
  const products = entries.map(({ subscription }) => subscription.product_id)
  const pictures = await onConnection((sql) => findPictures(sql, scope.project.id, products))
  const hasPlans = await onConnection((sql) => otherPlans(sql, scope, session.customerId))
  const withPlans = entries.map((entry) => ({ entry, hasPlans: hasPlans(entry.subscription) }))
  return { entries: withPlans, pictures }
}

/** Returns a page of the ended subscriptions. After the last page it redirects to the first. */
export async function endedPage(visit: PortalVisit, context: ViewContext): Promise<PageView | Redirect> {
  const page = pageOf(context.request)
  const { customerId } = visit.session
  const ended = await onConnection((sql) =>
    listEnded(sql, visit.scope, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1),
  )
  if (page > 1 && ended.length === 0) return { goTo: visit.addresses.ended(1) }
  return endedView({
    ...pageInput(visit, context),
    ...(await withPlansAndPictures(visit, ended.slice(0, PER_PAGE))),
    page,
    hasMore: ended.length > PER_PAGE,
  })
}

/** Returns the page number in the address, or 1 if there is no valid one. */
function pageOf({ query }: Request): number {
  const { page } = query
  return typeof page === 'string' && /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1
}

/** Returns a page of the payment history. After the last page it redirects to the first. */
export async function paymentsPage(visit: PortalVisit, context: ViewContext): Promise<PageView | Redirect> {
  const page = pageOf(context.request)
  const { customerId } = visit.session
  const purchases = await onConnection((sql) =>
    listPurchases(sql, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1),
  )
  if (page > 1 && purchases.length === 0) return { goTo: visit.addresses.payments(1) }
  return paymentsView({
    ...pageInput(visit, context),
    purchases: purchases.slice(0, PER_PAGE),
    page,
    hasMore: purchases.length > PER_PAGE,
  })
}

/** Returns the page that is shown instead of the portal if the browser is not signed in. */
export function noAccessPage(visit: PortalVisit | null, { request, formToken }: ViewContext): PageView {
  return noAccessView({
    why: !visit ? 'unknown' : visit.session.state === 'signed_out' ? 'signed_out' : 'over',
    project: visit?.scope.project ?? null,
    isTest: visit?.scope.isTest ?? false,
    linkRequested: visit !== null && request.query.said === 'sent',
    returnUrl: visit ? returnUrlOf(visit) : null,
    formToken: visit && formToken,
    locale: visit?.locale ?? chooseLocale(request, 'auto', 'en'),
    post: visit?.addresses.list() ?? null,
  })
}

/** Returns the merchant's address to go back to: the link's own, or the project's website. */
function returnUrlOf({ scope, session }: PortalVisit): string | null {
  return session.returnUrl ?? scope.project.websiteUrl
}

/** Returns the input of every page. */
export function pageInput(visit: PortalVisit, { formToken }: ViewContext): PortalPageInput {
  const { scope, session, locale, addresses } = visit
  return {
    project: scope.project,
    isTest: scope.isTest,
    ...{ locale, formToken, addresses },
    now: session.time,
    customerName: session.customerName,
    returnUrl: returnUrlOf(visit),
  }
}
