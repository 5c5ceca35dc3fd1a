import type { NextFunction, Request, Response } from 'express'
import type { Locale } from '../../common/kit/languages.ts'
import { Refusal } from '../../common/kit/refusal.ts'
import { NoSlot } from '../../common/kit/slots.ts'
import { log } from '../../common/runtime/log.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { isBusy } from '../busy.ts'
import { pathAndQuery } from '../context.ts'
import { errorView } from './error-view.ts'
import { type Form, formOf } from './form.ts'
import { nonceOf } from './headers.ts'
import { chooseLocale } from './locale.ts'
import { sessionSecret } from './portal/cookie.ts'
import { sendPage } from './send-page.ts'

const STATUS = { not_found: 404, expired_form: 403, refused: 409, too_many: 429, error: 500 } as const

/** What is known of a visit by the time that something goes wrong: whose page it is. */
export interface VisitLocals {
  visit?: { scope: Scope; locale: Locale } | null
}

/** What a page answers instead of itself. */
export class PageError extends Error {
  readonly kind: keyof typeof STATUS

  constructor(kind: keyof typeof STATUS) {
    super(kind)
    this.kind = kind
  }
}

/** Runs a page's handler; whatever goes wrong is answered by a page, never by a stack. */
export function answerPages(handle: (request: Request, response: Response) => Promise<void> | void) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      await handle(request, response)
    } catch (error) {
      sendErrorPage(request, response, error)
    }
  }
}

/** Also for what fails before a handler runs: an address or a form that cannot be read. */
export function pageErrors(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { status } = error as { status?: number }
  const theirs = status !== undefined && status >= 400 && status < 500
  const kind = error instanceof URIError ? 'not_found' : 'expired_form'
  sendErrorPage(request, response, theirs ? new PageError(kind) : error)
}

function sendErrorPage(request: Request, response: Response, thrown: unknown): void {
  const error = thrown instanceof NoSlot ? new PageError('too_many') : thrown
  const known = error instanceof PageError
  const refused = error instanceof Refusal ? error : null
  const busy = refused ? refused.status === 503 : !known && isBusy(error)
  if (refused && !busy) log().warn({ code: refused.code }, 'a page could not do what was asked')
  else if (!known && !busy) log().error({ err: error }, 'a page could not be shown')
  const kind = known ? error.kind : refused ? kindOf(refused) : 'error'
  if (busy || kind === 'too_many') response.setHeader('Retry-After', '1')
  const { visit } = response.locals as VisitLocals
  const locale = visit?.locale ?? chooseLocale(request, 'auto', 'en')
  const inPortal = /^\/portal(?=[/?]|$)/.test(pathAndQuery(request)) && sessionSecret(request) !== null
  const page = errorView(kind, locale, nonceOf(response), {
    inPortal,
    scope: visit?.scope ?? null,
    ...(kind === 'too_many' && again(request)),
  })
  sendPage(request, response, refused?.status ?? (busy ? 503 : STATUS[kind]), page)
}

/** What a press sent is sent again as it was; a look is repeated with what its address asks for. */
function again(request: Request): { form: Form | null; query: string } {
  const [query = '?'] = /\?.*$/s.exec(pathAndQuery(request)) ?? []
  return { form: request.method === 'POST' ? formOf(request) : null, query }
}

/** The sentences of a refusal are for merchants; the customer learns that things stand otherwise now. */
function kindOf({ status }: Refusal): 'not_found' | 'refused' | 'error' {
  if (status === 404) return 'not_found'
  return status < 500 ? 'refused' : 'error'
}
