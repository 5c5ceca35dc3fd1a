import { type Request, type Response, Router } from 'express'
import { type FormErrors, isFaulty } from '../../common/kit/form.ts'
import type { Locale } from '../../common/kit/format.ts'
import { useShareOf } from '../../common/runtime/share.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import type { Params } from '../../common/services/text/translate.ts'
import { pathAndQuery } from '../context.ts'
import { type Form, formOf, formToken, isFromOurPage, readForm } from './form.ts'
import { nonceOf } from './headers.ts'
import type { Elsewhere, PageView } from './kit/page-view.ts'
import { rememberVisit } from './recent-visits.ts'
import { answerPages, PageError, type VisitLocals } from './respond.ts'
import { sendPage } from './send-page.ts'

/** What every page knows of a visit to it. */
export interface Visit {
  scope: Scope
  locale: Locale
  /** What its forms must prove to know: of the address, or of the session. */
  secret: string
}

/** What a press leads to: another address, or the page at once with what is wrong; else this address, as it now is. */
export interface Pressed {
  goTo?: string | null
  errors?: FormErrors
}

export interface Exchange {
  request: Request
  /** For what goes along with the answer, such as a cookie; the answer itself is given here. */
  response: Response
}

/** How a page is shown. */
export interface Shown extends Exchange {
  nonce: string
  /** What its forms carry; empty where nobody is known to have visited. */
  formToken: string
  /** What was sent; null where the page is only looked at. */
  form: Form | null
  /** Form field → key in the catalogue; '' holds what concerns no field. */
  errors: Record<string, string>
  /** What the sentence at a field speaks of. */
  errorParams: Record<string, Params>
}

/** What a page has of its own. */
export interface HostedPage<Visited extends Visit | null> {
  path: string | string[]
  /** What the address is about, and whom; null is somebody who may look, and has no form of ours. */
  visit(request: Request): Promise<Visited>
  /** Does what a button asks for. One that the page does not have changes nothing. */
  press?: ((visit: NonNullable<Visited>, form: Form, exchange: Exchange) => Promise<Pressed>) | undefined
  view(visit: Visited, shown: Shown): Promise<PageView | Elsewhere> | PageView | Elsewhere
}

/** A page that people look at and press. A look changes nothing, and a press is for our own forms alone. */
export function hostedPage<Visited extends Visit | null>(page: HostedPage<Visited>): Router {
  const { path, press } = page
  const router = Router()
  const route = router.route(path)
  route.get(answerPages(async (request, response) => show(page, { request, response })))
  if (press) {
    route.post(
      readForm,
      answerPages(async (request, response) => {
        const form = formOf(request)
        const visit = await visitOf(page, { request, response })
        if (!visit || !isFromOurPage(request, form, visit.secret)) throw new PageError('expired_form')
        const { goTo, errors } = await press(visit, form, { request, response })
        if (!errors) response.redirect(303, goTo ?? pathAndQuery(request))
        // Shown at once and not by a redirect: what was typed elsewhere on the form is still there.
        else await show(page, { request, response }, form, errors)
      }),
    )
  }
  return router
}

/** Whose page it is says a page that has to take its place, too. */
async function visitOf<Visited extends Visit | null>(
  page: HostedPage<Visited>,
  { request, response }: Exchange,
): Promise<Visited> {
  const visit = await page.visit(request)
  const locals: VisitLocals = response.locals
  locals.visit = visit
  if (visit) {
    useShareOf(visit.scope.project.id)
    rememberVisit(request, visit)
  }
  return visit
}

async function show<Visited extends Visit | null>(
  page: HostedPage<Visited>,
  { request, response }: Exchange,
  form: Form | null = null,
  problems: FormErrors = {},
): Promise<void> {
  const visit = await visitOf(page, { request, response })
  const shown = await page.view(visit, {
    request,
    response,
    form,
    nonce: nonceOf(response),
    formToken: visit ? formToken(visit.secret) : '',
    ...sayable(problems),
  })
  if ('goTo' in shown) {
    response.redirect(303, shown.goTo)
    return
  }
  const { status } = shown
  sendPage(request, response, isFaulty(problems) && status === 200 ? 422 : status, shown)
}

/** Problems as keys of the catalogue, and what their sentences speak of. */
export function sayable(problems: FormErrors): Pick<Shown, 'errors' | 'errorParams'> {
  const errors: Record<string, string> = {}
  const errorParams: Record<string, Params> = {}
  for (const [field, found] of Object.entries(problems)) {
    errors[field] = `errors.${typeof found === 'string' ? found : found.problem}`
    if (typeof found !== 'string') errorParams[field] = found.about
  }
  return { errors, errorParams }
}
