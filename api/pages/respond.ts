import type { NextFunction, Request, Response } from 'express'
import type { Locale } from '../../common/kit/languages.ts'
import { Refusal } from '../../common/kit/refusal.ts'
import { NoSlot } from '../../common/kit/slots.ts'
import { log } from '../../common/runtime/log.ts'
import type { Scope } from '../../common/services/projects/project.ts'
import { isBusy } from '../busy.ts'
import { pathAndQuery } from '../context.ts'
import { errorView } from './error-view.ts'
import { hasFile } from './file-form.ts'
import { type Form, formOf, isFromOtherSite } from './form.ts'
import { chooseLocale } from './locale.ts'
import { sessionSecret } from './portal/cookie.ts'
import { sendPage } from './send-page.ts'

const STATUS = {
  not_found: 404,
  expired_form: 403,
  too_long: 413,
  refused: 409,
  too_many: 429,
  error: 500,
  unavailable: 503,
} as const

/** The visit, if it was found before an error occurred. */
export interface VisitLocals {
  visit?: { scope: Scope | null; locale: Locale } | null
}

/** An error page to send instead of the page. */
export class PageError extends Error {
  readonly kind: keyof typeof STATUS

  constructor(kind: keyof typeof STATUS) {
    super(kind)
    this.kind = kind
  }
}

/** Runs a page's handler. Sends an error page if it throws, never a stack. */
export function answerPages(handle: (request: Request, response: Response) => Promise<void> | void) {
  return async (request: Request, response: Response): Promise<void> => {
    try {
      await handle(request, response)
    } catch (error) {
      sendErrorPage(request, response, error)
    }
  }
}

/** Sends an error page for errors before a handler runs: an address or a form that cannot be read. */
export function pageErrors(error: unknown, request: Request, response: Response, _next: NextFunction): void {
  const { status } = error as { status?: number }
  const isClientError = status !== undefined && status >= 400 && status < 500
  const ofForm = status === 413 ? 'too_long' : 'expired_form'
  const kind = error instanceof URIError ? 'not_found' : ofForm
  sendErrorPage(request, response, isClientError ? new PageError(kind) : error)
}

function sendErrorPage(request: Request, response: Response, thrown: unknown): void {
  const error = thrown instanceof NoSlot ? new PageError('too_many') : thrown
  const known = error instanceof PageError
  const refused = error instanceof Refusal ? error : null
  const busy = refused ? refused.status === 503 : !known && isBusy(error)
  if (refused && !busy)
    log().warn({ code: refused.code }, 'a page refused an action of its visitor and named the reason')
  else if (!known && !busy)
    log().error({ err: error }, 'a page failed with an unexpected error; report it with its request_id')
  const kind = known ? error.kind : busy ? 'unavailable' : refused ? kindOf(refused) : 'error'
  const canRepeat = kind === 'too_many' || kind === 'unavailable'
  if (canRepeat) response.setHeader('Retry-After', '1')
  const { visit } = response.locals as VisitLocals
  const locale = visit?.locale ?? chooseLocale(request, 'auto', 'en')
  const inPortal = /^\/portal(?=[/?]|$)/.test(pathAndQuery(request)) && sessionSecret(request) !== null
  const page = errorView(kind, locale, {
    inPortal,
    isMember: /^\/dashboard(?=[/?]|$)/.test(pathAndQuery(request)),
    scope: visit?.scope ?? null,
    ...(canRepeat && repeatable(request)),
  })
  sendPage(request, response, refused?.status ?? STATUS[kind], page)
}

/**
 * Returns the parts of a request that its error page needs to repeat it: the form of a POST, and the query. The fields of another
 * site are left out: our own page would otherwise send them again.
 */
function repeatable(request: Request): { form: Form | null; query: string } {
  const [query = '?'] = /\?.*$/s.exec(pathAndQuery(request)) ?? []
  const isRepeated = request.method === 'POST' && !hasFile(request) && !isFromOtherSite(request)
  return { form: isRepeated ? formOf(request) : null, query }
}

/** Returns the page for a refusal. Its own sentences are for merchants; the customer reads that something has changed. */
function kindOf({ status }: Refusal): 'not_found' | 'refused' | 'error' {
  if (status === 404) return 'not_found'
  return status < 500 ? 'refused' : 'error'
}
