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
import type { Shown } from '../hosted-page.ts'
import type { Elsewhere, PageView } from '../kit/page-view.ts'
import { chooseLocale } from '../locale.ts'
import { NOTICES } from './addresses.ts'
import { endedView } from './ended-view.ts'
import { type ListPageInput, listView } from './list-view.ts'
import { overView } from './over.ts'
import type { PortalPageInput } from './page-input.ts'
import { paymentsView } from './payments-view.ts'
import type { PortalVisit } from './visit.ts'

const NEWEST = 5
const PER_PAGE = 25

/**
 * The list of subscriptions, page by page, the first with the last payments; past the last page there is nothing to see
 * but the first. `error` is what a press in it could not do.
 */
export async function listPage(
  visit: PortalVisit,
  shown: Shown,
  error: string | null = null,
): Promise<PageView | Elsewhere> {
  const { scope, session } = visit
  const { customerId } = session
  const page = pageOf(shown.request)
  const { items, hasMore, hasMoreEnded } = await onConnection((sql) =>
    listPortalSubscriptions(sql, scope, customerId, (page - 1) * PER_PAGE, PER_PAGE),
  )
  if (page > 1 && items.length === 0) return { goTo: visit.addresses.list() }
  const purchases = page > 1 ? [] : await onConnection((sql) => listPurchases(sql, customerId, 0, NEWEST + 1))
  return listView({
    ...pageInput(visit, shown),
    ...(await surrounded(visit, items)),
    page,
    hasMore,
    hasMoreEnded,
    purchases: purchases.slice(0, NEWEST),
    hasMorePurchases: purchases.length > NEWEST,
    said: NOTICES.find((known) => known === shown.request.query.said) ?? null,
    error,
  })
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
export async function endedPage(visit: PortalVisit, shown: Shown): Promise<PageView | Elsewhere> {
  const page = pageOf(shown.request)
  const { customerId } = visit.session
  const ended = await onConnection((sql) =>
    listEnded(sql, visit.scope, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1),
  )
  if (page > 1 && ended.length === 0) return { goTo: visit.addresses.ended(1) }
  return endedView({
    ...pageInput(visit, shown),
    ...(await surrounded(visit, ended.slice(0, PER_PAGE))),
    page,
    hasMore: ended.length > PER_PAGE,
  })
}

/** Which page of a list the address names; the first where it names none that there could be. */
function pageOf({ query }: Request): number {
  const asked = query.page
  return typeof asked === 'string' && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 1
}

/** What was paid, page by page; past the last one there is nothing to see but the first. */
export async function paymentsPage(visit: PortalVisit, shown: Shown): Promise<PageView | Elsewhere> {
  const page = pageOf(shown.request)
  const { customerId } = visit.session
  const purchases = await onConnection((sql) =>
    listPurchases(sql, customerId, (page - 1) * PER_PAGE, PER_PAGE + 1),
  )
  if (page > 1 && purchases.length === 0) return { goTo: visit.addresses.payments(1) }
  return paymentsView({
    ...pageInput(visit, shown),
    purchases: purchases.slice(0, PER_PAGE),
    page,
    hasMore: purchases.length > PER_PAGE,
  })
}

/** Instead of any page of the portal, where the browser is not signed in. */
export function overPage(visit: PortalVisit | null, { request, nonce, formToken }: Shown): PageView {
  return overView({
    why: !visit ? 'unknown' : visit.session.state === 'signed_out' ? 'signed_out' : 'over',
    project: visit?.scope.project ?? null,
    isTest: visit?.scope.isTest ?? false,
    asked: visit !== null && request.query.said === 'sent',
    returnUrl: visit ? wayBack(visit) : null,
    formToken: visit && formToken,
    locale: visit?.locale ?? chooseLocale(request, 'auto', 'en'),
    nonce,
    post: visit?.addresses.list() ?? null,
  })
}

/** Where the merchant said that the way back leads, when the link was made or for all. */
function wayBack({ scope, session }: PortalVisit): string | null {
  return session.returnUrl ?? scope.project.websiteUrl
}

/** What every page is given of a visit. */
export function pageInput(visit: PortalVisit, { nonce, formToken }: Shown): PortalPageInput {
  const { scope, session, locale, addresses } = visit
  return {
    project: scope.project,
    isTest: scope.isTest,
    ...{ locale, nonce, formToken, addresses },
    now: session.time,
    customerName: session.customerName,
    returnUrl: wayBack(visit),
  }
}
