import type { Request } from 'express'
import { readChoices } from '../../../common/domain/payment-links/choices.ts'
import { readLinkCode } from '../../../common/domain/payment-links/code.ts'
import { linkStatusAt } from '../../../common/domain/payment-links/status.ts'
import type { FormErrors } from '../../../common/kit/form.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { paymentLinkUrl } from '../../../common/services/links/pages.ts'
import { buyByLink, sells } from '../../../common/services/operations/buy-by-link.ts'
import {
  type OfferedItem,
  offerOfLink,
  picturesOfOffer,
} from '../../../common/services/operations/offer-of-link.ts'
import { findPaymentLinkByCode } from '../../../common/services/payment-links/find.ts'
import type { PaymentLink } from '../../../common/services/payment-links/payment-links-table.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { onConnection } from '../../../db/sql.ts'
import { pathAndQuery } from '../../context.ts'
import { changeRow } from '../../hot-rows.ts'
import type { Form } from '../form.ts'
import { sendCode } from '../hand-over/send-code.ts'
import { hostedPage, type PressResult, type ViewContext, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale } from '../locale.ts'
import { answerPages, PageError } from '../respond.ts'
import { type LinkState, linkView, nameOf } from './view.ts'
import { keepVisitor, visitorOf } from './visitor.ts'

interface LinkVisit extends Visit {
  link: PaymentLink
  /** Identifies the browser. */
  visitor: string
  /** Null if the link does not sell now. */
  offer: OfferedItem[] | null
  /** The name of its first item; null if the catalogue no longer has it. */
  name: string | null
}

const PATH = '/l/:code'

/** The page of a payment link. A GET creates nothing, because messengers and search engines open links, too. */
export const linkPage = hostedPage<LinkVisit>({ name: 'payment_link', path: PATH, visit, press, view })

linkPage.get(
  `${PATH}/code.svg`,
  answerPages((request, response) => {
    sendCode(response, paymentLinkUrl(codeIn(request)))
  }),
)

function codeIn(request: Request): string {
  const code = readLinkCode(request.params.code as string)
  if (code === null) throw new PageError('not_found')
  return code
}

async function visit(request: Request): Promise<LinkVisit> {
  const code = codeIn(request)
  const link = await findPaymentLinkByCode(code)
  const project = link && (await cachedProject(link.projectId))
  if (!project) throw new PageError('not_found')
  const scope = { project, isTest: link.isTest }
  const items = await onConnection((sql) => offerOfLink(sql, scope, link))
  const offer = sells(link, now()) ? items : null
  const visitor = visitorOf(request)
  const locale = chooseLocale(request, link.locale, project.locale)
  const name = items?.[0] ? nameOf(items[0]) : null
  return { link, visitor, offer, name, scope, locale, secret: `${code} ${visitor}` }
}

/** Milliseconds that a press waits for another press of the same visitor. */
const PRESSED_WITHIN = 1_000

async function press(
  { link, visitor, offer, scope, locale }: LinkVisit,
  form: Form,
  { request }: { request: Request },
): Promise<PressResult> {
  if (form.action === 'update_quantity' && offer) {
    const items = offer.map(({ item }) => item)
    return { errors: readChoices(items, form, scope.project.currency).errors }
  }
  if (form.action !== 'buy') return {}
  const row = `payment_link_id ${link.id} ${visitor}`
  try {
    const { url, errors } = await changeRow(scope, row, PRESSED_WITHIN, () =>
      atomically((tx) => buyByLink(tx, scope, link.id, visitor, form)),
    )
    if (url !== null) return { goTo: `${url}?lang=${locale}` }
    return Object.keys(errors).length > 0 ? { errors } : { goTo: pathAndQuery(request) }
  } catch (error) {
    const errors = error instanceof Refusal ? problemsOf(error) : null
    if (!errors) throw error
    return { errors }
  }
}

/** Returns what a customer can do about a checkout that was refused; null if the page cannot explain it. */
function problemsOf({ code }: Refusal): FormErrors | null {
  switch (code) {
    case 'plan_limit_reached':
      return { '': 'plan_limit' }
    case 'no_payment_method':
      return { '': 'no_method' }
    case 'subscription_id_required':
    case 'already_subscribed':
      return { email: 'link_subscribed' }
    case 'amount_too_large':
    case 'period_too_long':
      return { '': 'amount_too_large' }
    default:
      return null
  }
}

async function view(
  { link, visitor, offer, name, scope, locale }: LinkVisit,
  { request, response, formToken, form, errors }: ViewContext,
): Promise<PageView> {
  if (form === null && offer) keepVisitor(response, visitor)
  return linkView({
    ...{ project: scope.project, isTest: scope.isTest, locale, formToken, visitor, errors },
    ...{ typed: form ?? {}, offer, name, state: stateOf(link, offer), endsAt: link.endsAt },
    pictures: offer ? await onConnection((sql) => picturesOfOffer(sql, scope, offer)) : [],
    path: `/l/${link.code}`,
    url: paymentLinkUrl(link.code),
    userAgent: request.headers['user-agent'] ?? '',
    isPoster: 'poster' in request.query,
  })
}

function stateOf(link: PaymentLink, offer: readonly OfferedItem[] | null): LinkState {
  if (offer) return 'sells'
  const status = linkStatusAt(link, now())
  if (status !== 'active') return status
  return sells(link, now()) ? 'inactive' : 'reserved'
}
