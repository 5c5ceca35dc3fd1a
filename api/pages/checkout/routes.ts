import { Router } from 'express'
import type { Request, Response } from 'express'
import { findCheckoutPage } from '../../../common/checkouts/find-checkout.ts'
import { withCheckoutId } from '../../../common/checkouts/rules/web-addresses.ts'
import { startAgain } from '../../../common/checkouts/start-again.ts'
import type { CheckoutObject } from '../../../common/checkouts/object.ts'
import { claimTransfer } from '../../../common/payments/claim-transfer.ts'
import { findLastPayment } from '../../../common/payments/find-payment.ts'
import { offeredMethods } from '../../../common/payments/methods/all.ts'
import { changeOrder, isOrderChange } from '../../../common/payments/change-order.ts'
import { payCheckout } from '../../../common/payments/pay-checkout.ts'
import { isFaulty } from '../../../common/checkouts/form.ts'
import type { FormErrors } from '../../../common/checkouts/form.ts'
import { spelled } from '../../../common/promotions/rules/spelling.ts'
import { findProject } from '../../../common/projects/find-project.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { now } from '../../../common/runtime/clock.ts'
import { read } from '../../../db/sql.ts'
import { atomically } from '../../atomically.ts'
import { idOf } from '../../context.ts'
import { formOf, formToken, isOwnForm, readForm } from '../form.ts'
import type { Form } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { answerPages, PageError } from '../respond.ts'
import { render } from '../render.ts'
import { chooseLocale } from '../words.ts'
import type { Locale, Params } from '../words.ts'
import { checkoutView } from './view.ts'

const TOKEN = /^[A-Za-z0-9_-]{22}$/

/** What a visit of the page is about. */
interface Visit {
  checkout: CheckoutObject
  scope: Scope
  token: string
  locale: Locale
  time: Date
}

/** The hosted page of a checkout. A look changes nothing; every press comes back to this page. */
export const checkoutPage = Router()

checkoutPage
  .route('/checkout/:id/:token')
  .get(answerPages(async (request, response) => show(request, response, await visit(request))))
  .post(
    readForm,
    answerPages(async (request, response) => {
      const form = formOf(request)
      const visited = await visit(request)
      if (!isOwnForm(request, form, visited.token)) throw new PageError('expired_form')
      const result = await act(request, visited, form)
      if (result.goTo !== undefined) response.redirect(303, result.goTo)
      // Shown at once and not by a redirect: what was typed elsewhere on the form is still there.
      else await show(request, response, await visit(request), form, result.errors)
    }),
  )

async function visit(request: Request): Promise<Visit> {
  const id = idOf(request.params.id as string)
  const token = request.params.token as string
  const time = now()
  const checkout =
    id !== null && TOKEN.test(token) && (await read((sql) => findCheckoutPage(sql, id, token, time)))
  const project = checkout && (await findProject(checkout.project_id))
  if (!project) throw new PageError('not_found')
  const asked = typeof request.query.lang === 'string' ? request.query.lang : undefined
  const locale = chooseLocale(checkout.locale, request.headers['accept-language'], project.locale, asked)
  return { checkout, scope: { project, isTest: checkout.is_test }, token, locale, time }
}

/** Where to go on, or else what is wrong with the page that comes again. */
interface Acted {
  goTo?: string
  errors?: FormErrors
}

/** Does what was pressed. A button we do not know changes nothing: the page comes again. */
async function act(request: Request, { checkout, scope, locale }: Visit, form: Form): Promise<Acted> {
  const action = form.action ?? ''
  switch (action) {
    case 'pay': {
      const errors = await atomically((tx) => payCheckout(tx, scope, checkout, form, locale))
      return isFaulty(errors) ? { errors } : { goTo: backTo(request) }
    }
    case 'claim_transfer':
      await atomically((tx) => claimTransfer(tx, scope, checkout.id))
      return { goTo: backTo(request) }
    case 'cancel':
      return { goTo: backTo(request, 'canceled=1') }
    case 'start_again':
      return { goTo: (await atomically((tx) => startAgain(tx, scope, checkout.id))) ?? backTo(request) }
    default:
      if (!isOrderChange(action)) return { goTo: backTo(request) }
      return { errors: await atomically((tx) => changeOrder(tx, scope, checkout, action, form)) }
  }
}

/** The page's own address, in the language that was chosen on it. */
function backTo(request: Request, query?: string): string {
  const lang = request.query.lang
  const kept = [query, typeof lang === 'string' && /^(en|mn)$/.test(lang) ? `lang=${lang}` : undefined]
  const search = kept.filter((part) => part !== undefined).join('&')
  return request.originalUrl.replace(/\?.*$/s, '') + (search && `?${search}`)
}

async function show(
  request: Request,
  response: Response,
  visited: Visit,
  typed: Form = {},
  errors: FormErrors = {},
) {
  const { checkout, scope, token, locale, time } = visited
  const faulty = isFaulty(errors)
  const choosing = request.method === 'POST' || request.query.choose === '1'
  const payment = await read((sql) => findLastPayment(sql, checkout.id, time))
  const { status, template, view } = checkoutView({
    project: scope.project,
    checkout: {
      ...checkout,
      success_url: withCheckoutId(checkout.success_url, checkout.id),
      cancel_url: withCheckoutId(checkout.cancel_url, checkout.id),
    },
    payment: choosing && payment?.status === 'started' ? null : payment,
    methods: offeredMethods(scope).map(({ name }) => name),
    locale,
    now: time,
    nonce: nonceOf(response),
    formToken: formToken(token),
    typed: leftTyped(typed, checkout),
    ...sayable(errors),
    show: shown(request, checkout),
    canStartAgain: checkout.status === 'expired' && checkout.credit_amount === 0,
  })
  response
    .status(faulty && status === 200 ? 422 : status)
    .type('html')
    .send(render(template, view))
}

/** A code that is on the order now has left its field. */
function leftTyped(typed: Form, { promotion_codes: codes }: CheckoutObject): Form {
  const { promotion_code: typedCode = '', ...others } = typed
  const taken = codes.some(({ code }) => code === spelled(typedCode))
  return taken ? others : typed
}

/** Problems as keys of the catalogue, and what their sentences speak of. */
function sayable(errors: FormErrors): {
  errors: Record<string, string>
  errorParams: Record<string, Params>
} {
  const problems = Object.entries(errors)
  return {
    errors: Object.fromEntries(
      problems.map(([field, found]) => [
        field,
        `errors.${typeof found === 'string' ? found : found.problem}`,
      ]),
    ),
    errorParams: Object.fromEntries(
      problems.flatMap(([field, found]) => (typeof found === 'string' ? [] : [[field, found.about]])),
    ),
  }
}

function shown({ query }: Request, { cancel_url: cancelUrl }: CheckoutObject) {
  if (query.canceled === '1') return cancelUrl === null ? 'canceled' : 'leaving_cancel'
  return query.receipt === '1' ? 'receipt' : 'auto'
}
