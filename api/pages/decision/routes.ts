import type { Request } from 'express'
import { daysLeft } from '../../../common/domain/payments/digest.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { lengthOf } from '../../../common/kit/text.ts'
import { atomically } from '../../../common/runtime/atomically.ts'
import { now } from '../../../common/runtime/clock.ts'
import { opensAgainUnpaid } from '../../../common/services/checkouts/expire.ts'
import { type Answer, ANSWERS, readDecisionLink } from '../../../common/services/links/decision.ts'
import { confirmPaymentAsShown } from '../../../common/services/payments/confirm.ts'
import { findPayment } from '../../../common/services/payments/find.ts'
import { Payment } from '../../../common/services/payments/payments-table.ts'
import { rejectPaymentAsShown } from '../../../common/services/payments/reject.ts'
import { cachedProject } from '../../../common/services/projects/cache.ts'
import { TestClock } from '../../../common/services/test-clocks/test-clocks-table.ts'
import { onConnection } from '../../../db/sql.ts'
import { idOf } from '../../context.ts'
import type { Form } from '../form.ts'
import { hostedPage, type PressResult, type ViewContext, type Visit } from '../hosted-page.ts'
import type { PageView } from '../kit/page-view.ts'
import { chooseLocale } from '../locale.ts'
import { PageError } from '../respond.ts'
import { LONGEST_REASON, reasonIn } from './reasons.ts'
import { summaryOf } from './summary.ts'
import { type DecisionPageInput, decisionView } from './view.ts'

/** Stored with the payment: someone with the link from the email has decided. */
const VERIFIED_BY = 'email_link'

interface DecisionVisit extends Visit {
  payment: PaymentObject
  isOver: boolean
  /** A test clock's time, or real time. */
  now: Date
}

/**
 * The page on which the merchant decides about a reported payment, behind the link in their email. A GET changes nothing,
 * because mail scanners open links. One press decides. After that the page shows the decision, also to later visitors.
 */
export const decisionPage = hostedPage<DecisionVisit>({
  ...{ name: 'decision', actor: 'email_link', path: '/t/:id/:token' },
  ...{ visit, press, view },
})

async function visit(request: Request): Promise<DecisionVisit> {
  const id = idOf(request.params.id as string)
  const secret = request.params.token as string
  const row = id === null ? null : await Payment.findByPk(id)
  const link = row && readDecisionLink(row, secret)
  const project = link && (await cachedProject(row.projectId))
  if (!project) throw new PageError('not_found')
  const scope = { project, isTest: row.isTest }
  const clock = row.testClockId === null ? null : await TestClock.findByPk(row.testClockId)
  const time = clock?.frozenTime ?? now()
  const found = await onConnection((sql) => findPayment(sql, scope, row.id, time))
  if (!found) throw new PageError('not_found')
  // Emails are kept for years: an old link shows the decision, but no customer data.
  const withoutCustomer = { customer_email: null, phone_number: null, payer_name: null }
  const payment = link.isOver ? { ...found, ...withoutCustomer } : found
  const locale = chooseLocale(request, 'auto', project.locale)
  return { payment, scope, isOver: link.isOver, now: time, secret, locale }
}

/** Decides, or returns the errors of the form. A late decision is not an error: the page shows the earlier one. */
async function press({ payment, scope, isOver, locale }: DecisionVisit, form: Form): Promise<PressResult> {
  const { action, amount_received: typed = '', amount_total: shown = '' } = form
  const afterAll = action === 'confirm_after_all' && canConfirmAfterAll(payment)
  if (isOver || !(action === 'confirm' || action === 'reject' || afterAll)) return {}
  const reason = reasonIn(form, locale)
  if (action === 'reject' && lengthOf(reason ?? '') > LONGEST_REASON)
    return { errors: { reason: 'reason_too_long' } }
  const { currency } = payment
  const sum = action === 'confirm' && typed.trim() !== '' ? readAmount(typed, currency) : undefined
  if (sum === null)
    return { errors: { amount_received: amountProblem(typed, currency, locale, payment.amount) } }
  const decision = { verifiedBy: VERIFIED_BY, onlyPending: !afterAll, missing: Number(shown) }
  try {
    const decided = await atomically((tx) =>
      action === 'reject'
        ? rejectPaymentAsShown(tx, scope, payment.id, { ...decision, reason })
        : confirmPaymentAsShown(tx, scope, payment.id, { ...decision, amountReceived: sum }),
    )
    if (!decided) return { errors: { '': 'rest_changed' } }
  } catch (error) {
    if (!(error instanceof Refusal && error.code === 'payment_not_pending')) throw error
  }
  return {}
}

async function view(
  { payment, scope, isOver, now, locale }: DecisionVisit,
  { formToken, form, errors, errorParams, request }: ViewContext,
): Promise<PageView> {
  return decisionView({
    project: scope.project,
    payment,
    summary: await summaryOf(scope, payment, locale),
    opensAgain: await opensAgain(payment),
    state: stateOf(payment, isOver),
    canConfirmAfterAll: !isOver && canConfirmAfterAll(payment),
    answer: answerIn(request),
    ...{ locale, formToken, typed: form ?? {}, errors, errorParams },
    daysLeft: payment.expires_at === null ? 0 : daysLeft(new Date(payment.expires_at), now),
  })
}

/** Returns the answer in the address, from one of the two links in the email. Null without one, as in the daily digest. */
function answerIn({ query }: Request): Answer | null {
  return ANSWERS.find((answer) => answer === query.arrived) ?? null
}

/** Returns whether the order or invoice can be paid again after the payment is rejected. */
async function opensAgain({ payable, claimed_at: claimedAt }: PaymentObject): Promise<boolean> {
  if (payable.type === 'invoice' || claimedAt === null) return true
  return onConnection((sql) => opensAgainUnpaid(sql, payable.id, new Date(claimedAt)))
}

/**
 * Returns whether a rejected payment can still be confirmed on this page. Only while its order or invoice is open: otherwise
 * the money would have to be refunded, or the merchant must first check what else has happened.
 */
function canConfirmAfterAll({
  status,
  failure_code: why,
  verified_by: decidedBy,
  payable,
}: PaymentObject): boolean {
  const isRejectedHere = status === 'failed' && why === 'rejected' && decidedBy === VERIFIED_BY
  return isRejectedHere && payable.status === 'open'
}

function stateOf(
  { status, verified_by: decidedBy, failure_code: why }: PaymentObject,
  isOver: boolean,
): DecisionPageInput['state'] {
  if (status === 'pending') return isOver ? 'gone' : 'decide'
  if (decidedBy !== VERIFIED_BY) return 'gone'
  // The status is not `failed` if a part had arrived, which must be refunded.
  return status === 'failed' || why === 'rejected' ? 'rejected' : 'confirmed'
}
