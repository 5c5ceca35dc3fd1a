import type { Request, Response } from 'express'
import { type FormErrors, isFaulty } from '../../../common/kit/form.ts'
import { findLastPayment } from '../../../common/payments/find.ts'
import { offeredMethods } from '../../../common/payments/offered.ts'
import type { Params } from '../../../common/text/translate.ts'
import { onConnection } from '../../../db/sql.ts'
import { type Form, formToken } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { render } from '../render.ts'
import { sendPage } from '../send-page.ts'
import type { Found, OwnPage, Visit } from './own-page.ts'
import type { PageInput } from './payable.ts'

/** Shows the page as things stand; after a press with what was typed, and what is wrong with it. */
export async function show<Object extends Found>(
  own: OwnPage<Object>,
  request: Request,
  response: Response,
  { found, scope, token, locale, time }: Visit<Object>,
  typed: Form = {},
  errors: FormErrors = {},
): Promise<void> {
  const choosing = request.method === 'POST' || request.query.choose === '1'
  const payment = await onConnection((sql) => findLastPayment(sql, { type: own.type, id: found.id }, time))
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
