import { Router } from 'express'
import type { Request, Response } from 'express'
import { isFaulty } from '../../../common/checkouts/form.ts'
import type { FormErrors } from '../../../common/checkouts/form.ts'
import { claimTransfer } from '../../../common/payments/claim-transfer.ts'
import { findLastPayment } from '../../../common/payments/find-payment.ts'
import { offeredMethods } from '../../../common/payments/methods/all.ts'
import type { PayableType } from '../../../common/payments/object.ts'
import { findProject } from '../../../common/projects/find-project.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import type { Sql } from '../../../db/sql.ts'
import type { Tx } from '../../../db/transaction.ts'
import { atomically } from '../../atomically.ts'
import { idOf } from '../../context.ts'
import { askedLocale } from '../asked-locale.ts'
import { formOf, formToken, isOwnForm, readForm } from '../form.ts'
import type { Form } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { render } from '../render.ts'
import { answerPages, PageError } from '../respond.ts'
import { sendPage } from '../send-page.ts'
import { chooseLocale } from '../words.ts'
import type { Locale, Params } from '../words.ts'
import type { PageInput } from './payable.ts'
import type { PageView } from './view.ts'

/** What every such page needs to know of what it is about. */
interface Found {
  id: number
  project_id: number
  is_test: boolean
  locale: 'auto' | Locale
  cancel_url: string | null
}

/** What a press leads to: another address, the page with what is wrong, or else the page as it now is. */
export interface Pressed {
  goTo?: string | null
  errors?: FormErrors
}

/** What the page of one kind of payable has of its own; the rest is the same for all. */
export interface OwnPage<Object extends Found> {
  type: PayableType
  /** Its address: this, an id and a secret. */
  path: string
  /** What is behind the address, and the time at which it is shown: a test clock's, or `now`. */
  find(sql: Sql, id: number, token: string, now: Date): Promise<{ found: Object; now: Date } | null>
  pay(tx: Tx, scope: Scope, found: Object, form: Form, locale: Locale): Promise<FormErrors>
  /** Does what its other buttons ask for. One it does not know changes nothing. */
  press?(tx: Tx, scope: Scope, found: Object, action: string, form: Form): Promise<Pressed>
  view(page: PageInput, found: Object): PageView
}

/** What a visit of the page is about. */
interface Visit<Object> {
  found: Object
  scope: Scope
  token: string
  locale: Locale
  time: Date
}

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
        if (!isOwnForm(request, form, visited.token)) throw new PageError('expired_form')
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
  const seen = id !== null && TOKEN.test(token) && (await read((sql) => own.find(sql, id, token, now())))
  const project = seen && (await findProject(seen.found.project_id))
  if (!project) throw new PageError('not_found')
  const { found, now: time } = seen
  const locale = chooseLocale(
    found.locale,
    request.headers['accept-language'],
    project.locale,
    askedLocale(request),
  )
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
    case 'claim_transfer':
      await atomically((tx) => claimTransfer(tx, scope, { type: own.type, id: found.id }))
      return {}
    case 'cancel':
      return { goTo: backTo(request, 'canceled=1') }
    default:
      return own.press ? atomically((tx) => own.press!(tx, scope, found, action, form)) : {}
  }
}

/** The page's own address, in the language that was chosen on it. */
function backTo(request: Request, query?: string): string {
  const lang = askedLocale(request)
  const kept = [query, lang && `lang=${lang}`]
  const search = kept.filter((part) => part !== undefined).join('&')
  return request.originalUrl.replace(/\?.*$/s, '') + (search && `?${search}`)
}

async function show<Object extends Found>(
  own: OwnPage<Object>,
  request: Request,
  response: Response,
  { found, scope, token, locale, time }: Visit<Object>,
  typed: Form = {},
  errors: FormErrors = {},
): Promise<void> {
  const choosing = request.method === 'POST' || request.query.choose === '1'
  const payment = await read((sql) => findLastPayment(sql, { type: own.type, id: found.id }, time))
  const page = {
    project: scope.project,
    payment: choosing && payment?.status === 'started' ? null : payment,
    methods: offeredMethods(scope).map(({ name }) => name),
    locale,
    now: time,
    nonce: nonceOf(response),
    formToken: formToken(token),
    typed,
    ...sayable(errors),
    userAgent: request.headers['user-agent'] ?? '',
    show: shown(request, found),
  }
  const { status, template, view } = own.view(page, found)
  sendPage(request, response, isFaulty(errors) && status === 200 ? 422 : status, render(template, view))
}

/** Problems as keys of the catalogue, and what their sentences speak of. */
function sayable(problems: FormErrors): Required<Pick<PageInput, 'errors' | 'errorParams'>> {
  const errors: Record<string, string> = {}
  const errorParams: Record<string, Params> = {}
  for (const [field, found] of Object.entries(problems)) {
    errors[field] = `errors.${typeof found === 'string' ? found : found.problem}`
    if (typeof found !== 'string') errorParams[field] = found.about
  }
  return { errors, errorParams }
}

function shown({ query }: Request, { cancel_url: cancelUrl }: Found): PageInput['show'] {
  if (query.canceled === '1') return cancelUrl === null ? 'canceled' : 'leaving_cancel'
  return query.receipt === '1' ? 'receipt' : 'auto'
}
