import { type Request, Router } from 'express'
import { isFaulty } from '../../../common/kit/form.ts'
import { claimTransfer } from '../../../common/payments/claim-transfer.ts'
import { cachedProject } from '../../../common/projects/cache.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf, pathAndQuery } from '../../context.ts'
import { type Form, formOf, isFromOurPage, readForm } from '../form.ts'
import { chooseLocale, requestedLocale } from '../locale.ts'
import { answerPages, PageError } from '../respond.ts'
import type { Found, OwnPage, Pressed, Visit } from './own-page.ts'
import { show } from './show.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** The hosted page of something to pay. A look changes nothing; every press comes back to this page. */
export function payablePage<Object extends Found>(own: OwnPage<Object>): Router {
  const router = Router()
  router
    .route(`${own.path}/:id/:token`)
    .get(answerPages(async (request, response) => show(own, request, response, await visit(own, request))))
    .post(
      readForm,
      answerPages(async (request, response) => {
        const form = formOf(request)
        const visited = await visit(own, request)
        if (!isFromOurPage(request, form, visited.token)) throw new PageError('expired_form')
        const { goTo, errors } = await act(own, visited, form, request)
        if (!errors) response.redirect(303, goTo ?? backTo(request))
        // Shown at once and not by a redirect: what was typed elsewhere on the form is still there.
        else await show(own, request, response, await visit(own, request), form, errors)
      }),
    )
  return router
}

async function visit<Object extends Found>(own: OwnPage<Object>, request: Request): Promise<Visit<Object>> {
  const id = idOf(request.params.id as string)
  const token = request.params.token as string
  const seen =
    id !== null && TOKEN.test(token) && (await onConnection((sql) => own.find(sql, id, token, now())))
  const project = seen && (await cachedProject(seen.found.project_id))
  if (!project) throw new PageError('not_found')
  const { found, now: time } = seen
  const locale = chooseLocale(request, found.locale, project.locale)
  return { found, scope: { project, isTest: found.is_test }, token, locale, time }
}

async function act<Object extends Found>(
  own: OwnPage<Object>,
  { found, scope, locale }: Visit<Object>,
  form: Form,
  request: Request,
): Promise<Pressed> {
  const action = form.action ?? ''
  switch (action) {
    case 'pay': {
      const errors = await atomically((tx) => own.pay(tx, scope, found, form, locale))
      return isFaulty(errors) ? { errors } : {}
    }
    case 'claim_transfer': {
      const errors = await atomically((tx) => claimTransfer(tx, scope, { type: own.type, id: found.id }))
      return isFaulty(errors) ? { errors } : {}
    }
    case 'cancel':
      return { goTo: backTo(request, 'canceled=1') }
    default:
      return own.press ? atomically((tx) => own.press!(tx, scope, found, action, form)) : {}
  }
}

/** The page's own address, in the language that was chosen on it. */
function backTo(request: Request, query?: string): string {
  const lang = requestedLocale(request)
  const kept = [query, lang && `lang=${lang}`]
  const search = kept.filter((part) => part !== undefined).join('&')
  return pathAndQuery(request).replace(/\?.*$/s, '') + (search && `?${search}`)
}
