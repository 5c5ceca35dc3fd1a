import { type Request, type Response, Router } from 'express'
import { type FormErrors, isFaulty } from '../../common/kit/form.ts'
import type { Locale } from '../../common/kit/format.ts'
import { setCause } from '../../common/runtime/audit.ts'
import { useShareOf } from '../../common/runtime/share.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import type { Params } from '../../common/services/text/translate.ts'
import { pathAndQuery } from '../context.ts'
import { readFileForm } from './file-form.ts'
import { type Form, formOf, formToken, isFromOurPage, readForm } from './form.ts'
import type { Download, PageView, Redirect } from './kit/page-view.ts'
import { rememberVisit } from './recent-visits.ts'
import { answerPages, PageError, type VisitLocals } from './respond.ts'
import { isInPlace, sendPage } from './send-page.ts'

/** A request for a page. `scope` is null if the page belongs to no merchant, such as a sign-in. */
export interface AnyVisit {
  scope: Scope | null
  locale: Locale
  /** The secret of the address or of the session, which form tokens prove. */
  secret: string
}

/** The object that an address identifies, for one request. */
export interface Visit extends AnyVisit {
  scope: Scope
}

/**
 * The result of a button press: an address to go to, or errors to show on the page. If both are absent, the page is loaded
 * again.
 */
export interface PressResult {
  goTo?: string | null
  errors?: FormErrors
  /**
   * Whether nothing was done yet and another page follows, such as one that asks for a proof. A script that answers presses in
   * place then lets the browser send the form.
   */
  needsFullPage?: true
}

export interface Exchange {
  request: Request
  /** For cookies. The page itself is sent by `hostedPage`. */
  response: Response
}

/** The request for which a page is rendered, with its form and errors. */
export interface ViewContext extends Exchange {
  /** The token of its forms; empty without a visit. */
  formToken: string
  /** The form that was sent; null on a GET. */
  form: Form | null
  /** Sentence keys by form field. The key '' is for errors that concern no field. */
  errors: Record<string, string>
  /** The parameters of those sentences, by form field. */
  errorParams: Record<string, Params>
}

/** The response to a request for a page. */
export type Shown = PageView | Redirect | Download

/** The definition of a page. */
export interface HostedPage<Visited extends AnyVisit | null> {
  path: string | string[]
  /** The name of the page in the audit log, for changes by customers. The button's name is added. */
  name: string
  /** The person who presses, if it is not a customer. */
  actor?: 'email_link'
  /** Finds what the address identifies. Null if the page can be shown but has no form, such as a portal without a session. */
  visit(request: Request): Promise<Visited>
  /** Whether its forms may hold a file. They are then sent as `multipart/form-data`. */
  takesFile?: boolean | undefined
  /** Runs the action of a button. An unknown action changes nothing. */
  press?: ((visit: NonNullable<Visited>, form: Form, exchange: Exchange) => Promise<PressResult>) | undefined
  /**
   * Returns the response to a form that was not made for this visit, such as one from before the present session. Null shows the
   * error page. The form may be from another site.
   */
  outdated?: (visit: Visited, form: Form, exchange: Exchange) => Promise<Shown | null> | Shown | null
  view(visit: Visited, context: ViewContext): Promise<Shown> | Shown
}

/** Creates the routes of a page. A GET changes nothing. A POST accepts only our own forms. */
export function hostedPage<Visited extends AnyVisit | null>(page: HostedPage<Visited>): Router {
  const { path, name, actor = 'customer', press } = page
  const router = Router()
  const route = router.route(path)
  route.get(answerPages(async (request, response) => show(page, { request, response })))
  if (press) {
    route.post(
      page.takesFile ? readFileForm((request) => page.visit(request)) : readForm,
      answerPages(async (request, response) => {
        const form = formOf(request)
        const visit = await visitOf(page, { request, response })
        if (!visit || !isFromOurPage(request, form, visit.secret)) {
          if (isInPlace(request)) {
            refuseInPlace(response)
            return
          }
          const instead = await page.outdated?.(visit, form, { request, response })
          if (!instead) throw new PageError('expired_form')
          await send(instead, { request, response })
          return
        }
        setCause({
          actor,
          operation: operationOf(name, form),
          ...(actor === 'email_link' && { address: request.ip }),
        })
        const { goTo, errors, needsFullPage } = await press(visit, form, { request, response })
        if (needsFullPage && isInPlace(request)) refuseInPlace(response)
        else if (!errors) leadTo(goTo ?? pathAndQuery(request), { request, response })
        // Rendered at once and not after a redirect, so that the fields keep their values.
        else await show(page, { request, response }, form, errors)
      }),
    )
  }
  return router
}

/** Lets the browser send the form again as a whole page. Nothing was done yet. */
function refuseInPlace(response: Response): void {
  response.setHeader('X-In-Place', 'no').end()
}

/** Leads to a page after a press. A press that is answered in place leaves the page only for another one. */
function leadTo(address: string, { request, response }: Exchange): void {
  const isSamePage = pathOf(address) === pathOf(pathAndQuery(request))
  if (isInPlace(request) && !isSamePage) response.setHeader('HX-Redirect', address).end()
  else response.redirect(303, address)
}

function pathOf(address: string): string {
  return address.replace(/[?#].*$/s, '')
}

/** Returns what a button does, as the audit log names it: `checkout.pay`. */
export function operationOf(page: string, { action = '' }: Form): string {
  return /^[a-z_]{1,32}$/.test(action) ? `${page}.${action}` : page
}

/** Finds the visit, and stores it for an error page that may replace the page. */
async function visitOf<Visited extends AnyVisit | null>(
  page: HostedPage<Visited>,
  { request, response }: Exchange,
): Promise<Visited> {
  const visit = await page.visit(request)
  const locals: VisitLocals = response.locals
  locals.visit = visit
  if (visit?.scope) {
    useShareOf(visit.scope.project.id)
    rememberVisit(request, { scope: visit.scope, locale: visit.locale })
  }
  return visit
}

async function show<Visited extends AnyVisit | null>(
  page: HostedPage<Visited>,
  { request, response }: Exchange,
  form: Form | null = null,
  problems: FormErrors = {},
): Promise<void> {
  const visit = await visitOf(page, { request, response })
  const result = await page.view(visit, {
    request,
    response,
    form,
    formToken: visit ? formToken(visit.secret) : '',
    ...toSentenceKeys(problems),
  })
  await send(result, { request, response }, isFaulty(problems))
}

/** Sends a response. `hasProblems`: a page that is otherwise fine shows problems of a form. */
async function send(result: Shown, { request, response }: Exchange, hasProblems = false): Promise<void> {
  if ('goTo' in result) response.redirect(303, result.goTo)
  else if ('send' in result) await result.send(request, response)
  else sendPage(request, response, hasProblems && result.status === 200 ? 422 : result.status, result)
}

/** Returns the sentence keys of problems, and the parameters of their sentences. */
export function toSentenceKeys(problems: FormErrors): Pick<ViewContext, 'errors' | 'errorParams'> {
  const errors: Record<string, string> = {}
  const errorParams: Record<string, Params> = {}
  for (const [field, found] of Object.entries(problems)) {
    errors[field] = `errors.${typeof found === 'string' ? found : found.problem}`
    if (typeof found !== 'string') errorParams[field] = found.about
  }
  return { errors, errorParams }
}
