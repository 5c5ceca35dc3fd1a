import { type Request, type Response, Router } from 'express'
import type { Locale } from '../../../common/kit/format.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { followRenewLink } from '../../../common/links/renewal.ts'
import { findOffer, type Offer } from '../../../common/operations/find-offer.ts'
import { findOrOpenRenewal } from '../../../common/operations/open-renewal.ts'
import { cachedProject } from '../../../common/projects/cache.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf, pathAndQuery } from '../../context.ts'
import { type Form, formOf, formToken, isFromOurPage, readForm } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { chooseLocale } from '../locale.ts'
import { render } from '../render.ts'
import { answerPages, PageError } from '../respond.ts'
import { sendPage } from '../send-page.ts'
import { renewView } from './view.ts'

interface Visit {
  /** The one that the link was made for. */
  subscriptionId: number
  scope: Scope
  /** Null where the link is too old. */
  offer: Offer | null
  token: string
  locale: Locale
}

/**
 * The page behind the link in an email about a subscription. A look changes nothing, since mail
 * scanners open links; a press leads to a checkout, where the sum is shown once more.
 */
export const renewPage = Router()

renewPage
  .route('/r/:id/:token')
  .get(answerPages(async (request, response) => show(request, response, await visit(request))))
  .post(
    readForm,
    answerPages(async (request, response) => {
      const form = formOf(request)
      const visited = await visit(request)
      if (!isFromOurPage(request, form, visited.token)) throw new PageError('expired_form')
      const { goTo, errors } = await press(visited, form)
      if (errors) await show(request, response, await visit(request), form, errors)
      else response.redirect(303, goTo ?? pathAndQuery(request))
    }),
  )

async function visit(request: Request): Promise<Visit> {
  const id = idOf(request.params.id as string)
  const token = request.params.token as string
  const link = id === null ? null : await onConnection((sql) => followRenewLink(sql, id, token))
  const project = link && (await cachedProject(link.projectId))
  if (id === null || !project) throw new PageError('not_found')
  const scope = { project, isTest: link.isTest }
  const offer = await onConnection((sql) => findOffer(sql, scope, id, now()))
  if (!offer) throw new PageError('not_found')
  const locale = chooseLocale(request, 'auto', offer.locale ?? project.locale)
  return { subscriptionId: id, scope, offer: link.isOver ? null : offer, token, locale }
}

interface Pressed {
  goTo?: string
  errors?: Record<string, string>
}

/** Leads to the checkout. What cannot be had any more is no error: the page says how things stand. */
async function press({ subscriptionId, scope, offer, locale }: Visit, form: Form): Promise<Pressed> {
  if (!offer || (form.action !== 'renew' && form.action !== 'resubscribe')) return {}
  const chosen = offer.choices.find(({ periods }) => String(periods) === (form.periods ?? '1'))
  if (!chosen) return { errors: { periods: 'errors.periods' } }
  try {
    const url = await atomically((tx) => findOrOpenRenewal(tx, scope, subscriptionId, chosen.periods))
    return { goTo: `${url}?lang=${locale}` }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'plan_limit_reached') return { errors: { '': 'errors.plan_limit' } }
    if (error.code === 'price_inactive') return {}
    throw error
  }
}

async function show(
  request: Request,
  response: Response,
  { scope, offer, token, locale }: Visit,
  typed: Form = preset(request),
  errors: Record<string, string> = {},
): Promise<void> {
  const { status, template, view } = renewView({
    project: scope.project,
    isTest: scope.isTest,
    offer,
    locale,
    nonce: nonceOf(response),
    formToken: formToken(token),
    typed,
    errors,
  })
  const faulty = Object.keys(errors).length > 0
  sendPage(request, response, faulty ? 422 : status, render(template, view))
}

/** A link may name the number of periods: `?periods=3`. */
function preset({ query }: Request): Form {
  return typeof query.periods === 'string' ? { periods: query.periods } : {}
}
