import type { Request } from 'express'
import type { Amount } from '../../../common/kit/money.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { offeredMethods } from '../../../common/methods/offered.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { pictureOfProduct } from '../../../common/services/images/find-pictures.ts'
import { followRenewLink } from '../../../common/services/links/renewal.ts'
import { findOffer, type Offer } from '../../../common/services/operations/find-offer.ts'
import { sendPortalLink } from '../../../common/services/portal/send-link.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import { type Exchange, hostedPage, type PressResult, type ViewContext, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale } from '../locale.ts'
import { PageError } from '../respond.ts'
import { periodsIn } from './lengths.ts'
import { pressRenewal } from './press.ts'
import { renewView } from './view.ts'

interface RenewVisit extends Visit {
  /** The subscription that the link was made for. */
  subscriptionId: number
  customerId: number
  /** Null if the link is too old. */
  offer: Offer | null
}

/**
 * The page behind the link in an email about a subscription. A GET changes nothing, because mail scanners open links. A press
 * pays, or opens a checkout.
 */
export const renewPage = hostedPage<RenewVisit>({
  ...{ name: 'renew', path: '/r/:id/:token' },
  ...{ visit, press, view },
})

async function visit(request: Request): Promise<RenewVisit> {
  const id = idOf(request.params.id as string)
  const secret = request.params.token as string
  const link = id === null ? null : await onConnection((sql) => followRenewLink(sql, id, secret))
  const project = link && (await cachedProject(link.projectId))
  if (id === null || !project) throw new PageError('not_found')
  const scope = { project, isTest: link.isTest }
  const offer = await onConnection((sql) => findOffer(sql, scope, id, now()))
  if (!offer) throw new PageError('not_found')
  const locale = chooseLocale(request, 'auto', offer.locale ?? project.locale)
  const { customer_id: customerId } = offer.subscription
  return { subscriptionId: id, customerId, scope, offer: link.isOver ? null : offer, secret, locale }
}

/** Pays, or opens a checkout. If the plan is no longer sold, that is not an error: the page shows it. */
async function press(
  { subscriptionId, customerId, scope, offer, locale }: RenewVisit,
  form: Form,
  { request }: Exchange,
): Promise<PressResult> {
  if (!offer && form.action === 'send_link') {
    await atomically((tx) => sendPortalLink(tx, scope, customerId, locale))
    return { goTo: `${request.path}?said=sent&lang=${locale}` }
  }
  if (!offer || (form.action !== 'renew' && form.action !== 'resubscribe')) return {}
  if (form.action === 'renew' && offer.kind === 'again') return {} // too late: the page shows that it has ended
  const chosen = offer.choices.find(({ periods }) => String(periods) === (periodsIn(form) ?? '1'))
  if (!chosen) return { errors: { periods: 'periods' } }
  try {
    return await pressRenewal(scope, locale, { subscriptionId, periods: chosen.periods }, form)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'plan_limit_reached') return { errors: { '': 'plan_limit' } }
    if (error.code === 'no_payment_method') return { errors: { '': 'no_method' } }
    if (error.code === 'price_inactive') return {}
    throw error
  }
}

async function view(
  { scope: { project, isTest }, offer, locale }: RenewVisit,
  { request, formToken, form, errors }: ViewContext,
): Promise<PageView> {
  return renewView({
    project,
    isTest,
    offer,
    locale,
    formToken,
    errors,
    typed: form ?? preset(request),
    linkRequested: request.query.said === 'sent',
    methods: offeredMethods(project, isTest, ...amountsOf(offer)).map(({ name }) => name),
    picture:
      offer && (await onConnection((sql) => pictureOfProduct(sql, project.id, offer.price.product_id))),
    userAgent: request.headers['user-agent'] ?? '',
  })
}

/** Returns the amounts that can be paid here, one for each number of periods. */
function amountsOf(offer: Offer | null): Amount[] {
  return offer?.choices.map(({ amount }) => amount) ?? []
}

/** Returns the number of periods in a link such as `?periods=3`. */
function preset({ query }: Request): Form {
  return typeof query.periods === 'string' ? { periods: query.periods } : {}
}
