import { type Request, type Response, Router } from 'express'
import type { Locale } from '../../../common/kit/format.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { lengthOf, readable } from '../../../common/kit/text.ts'
import { DAY } from '../../../common/kit/time.ts'
import { followDecisionLink } from '../../../common/links/decision.ts'
import { confirmTransfer } from '../../../common/payments/confirm-transfer.ts'
import { findPayment } from '../../../common/payments/find.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import { rejectTransfer } from '../../../common/payments/reject-transfer.ts'
import { cachedProject } from '../../../common/projects/cache.ts'
import type { Scope } from '../../../common/projects/project.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf, pathAndQuery } from '../../context.ts'
import { type Form, formOf, formToken, isFromOurPage, readForm } from '../form.ts'
import { nonceOf } from '../headers.ts'
import { chooseLocale } from '../locale.ts'
import { render } from '../render.ts'
import { answerPages, PageError } from '../respond.ts'
import { sendPage } from '../send-page.ts'
import { summaryOf } from './summary.ts'
import { transferDecisionView, type TransferPageInput } from './view.ts'

/** Kept with the payment: whoever had the link decided. */
const WHO = 'email_link'
const LONGEST_REASON = 500

interface Visit {
  payment: PaymentObject
  scope: Scope
  isOver: boolean
  now: Date
  token: string
  locale: Locale
}

/**
 * The page behind the link in the merchant's email. A look changes nothing, since mail scanners open
 * links; one press decides, and the page then says what was decided, also to whoever comes later.
 */
export const transferPage = Router()

transferPage
  .route('/t/:id/:token')
  .get(
    answerPages(async (request, response) => {
      await show(request, response, await visit(request))
    }),
  )
  .post(
    readForm,
    answerPages(async (request, response) => {
      const form = formOf(request)
      const visited = await visit(request)
      if (!isFromOurPage(request, form, visited.token)) throw new PageError('expired_form')
      const errors = await decide(visited, form)
      if (errors) await show(request, response, visited, form, errors)
      else response.redirect(303, pathAndQuery(request))
    }),
  )

async function visit(request: Request): Promise<Visit> {
  const id = idOf(request.params.id as string)
  const token = request.params.token as string
  const link = id === null ? null : await onConnection((sql) => followDecisionLink(sql, id, token))
  const project = link && (await cachedProject(link.projectId))
  if (id === null || !project) throw new PageError('not_found')
  const scope = { project, isTest: link.isTest }
  const found = await onConnection((sql) => findPayment(sql, scope, id, link.now))
  if (!found) throw new PageError('not_found')
  // An email lies about for years: an old link says what became of the transfer, not whose it was.
  const payment = link.isOver ? { ...found, customer_email: null, phone_number: null } : found
  const locale = chooseLocale(request, 'auto', project.locale)
  return { payment, scope, isOver: link.isOver, now: link.now, token, locale }
}

/** Does what was pressed, or answers what is wrong with the form. Too late is no error: the page says so. */
async function decide(
  { payment, scope, isOver }: Visit,
  form: Form,
): Promise<Record<string, string> | undefined> {
  if (isOver) return undefined
  const { action, reason = '' } = form
  if (action === 'reject' && lengthOf(reason) > LONGEST_REASON) return { reason: 'errors.reason_too_long' }
  try {
    if (action === 'confirm') await atomically((tx) => confirmTransfer(tx, scope, payment.id, WHO))
    if (action === 'reject')
      await atomically((tx) => rejectTransfer(tx, scope, payment.id, readable(reason), WHO))
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'payment_not_pending')) throw error
  }
  return undefined
}

async function show(
  request: Request,
  response: Response,
  { payment, scope, isOver, now, token, locale }: Visit,
  typed: Form = {},
  errors: Record<string, string> = {},
): Promise<void> {
  const { status, template, view } = transferDecisionView({
    project: scope.project,
    payment,
    summary: await summaryOf(scope, payment, locale),
    state: stateOf(payment, isOver),
    locale,
    nonce: nonceOf(response),
    formToken: formToken(token),
    typed,
    errors,
    daysLeft: daysLeft(payment, now),
  })
  const faulty = Object.keys(errors).length > 0
  sendPage(request, response, faulty ? 422 : status, render(template, view))
}

function stateOf(
  { status, verified_by: decidedBy }: PaymentObject,
  isOver: boolean,
): TransferPageInput['state'] {
  if (status === 'pending') return isOver ? 'gone' : 'decide'
  if (decidedBy !== WHO) return 'gone'
  return status === 'failed' ? 'rejected' : 'confirmed'
}

function daysLeft({ expires_at: expiresAt }: PaymentObject, at: Date): number {
  return expiresAt === null ? 0 : Math.floor((new Date(expiresAt).getTime() - at.getTime()) / DAY)
}
