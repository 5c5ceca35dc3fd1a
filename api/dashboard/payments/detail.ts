import type { Router } from 'express'
import type { RefundInput } from '../../../common/domain/refunds/input.ts'
import { REFUND_REASONS } from '../../../common/domain/refunds/object.ts'
import { formatAmount } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { amountProblem, readAmount } from '../../../common/kit/read-amount.ts'
import { Refusal } from '../../../common/kit/refusal.ts'
import { Submission } from '../../../common/kit/submission.ts'
import { cut, lengthOf } from '../../../common/kit/text.ts'
import { now } from '../../../common/runtime/clock.ts'
import { findHistory } from '../../../common/services/history/find.ts'
import { refundPaymentAsShown } from '../../../common/services/operations/refund-payment.ts'
import { findArrivals } from '../../../common/services/payments/arrivals.ts'
import { findBought } from '../../../common/services/payments/bought.ts'
import { confirmPaymentAsShown } from '../../../common/services/payments/confirm.ts'
import { findPaymentWithDecision } from '../../../common/services/payments/find.ts'
import { rejectPaymentAsShown } from '../../../common/services/payments/reject.ts'
import { onConnection } from '../../../db/sql.ts'
import { LONGEST_REASON, reasonIn } from '../../pages/decision/reasons.ts'
import type { Form } from '../../pages/form.ts'
import type { PressResult } from '../../pages/hosted-page.ts'
import { change } from '../change.ts'
import { detailPage } from '../kit/detail.ts'
import type { ActionResult, Faults, ProjectVisit } from '../page.ts'
import { addressIn } from '../project-visit.ts'
import { isPartial, paymentDetail, type ShownPayment } from './detail-view.ts'
import { verifierOf } from './verifier.ts'

const { confirm, confirm_sum, reject, refund } = paymentDetail.actions

const LONGEST_NOTE = 500

/** A payment: its facts, its history, and the decisions about it. */
export const paymentPage: Router = detailPage<ShownPayment>({
  ...paymentDetail,
  find: ({ scope }, id) =>
    onConnection(async (sql) => {
      const found = await findPaymentWithDecision(sql, scope, id, now())
      if (!found) return null
      const { payment, decidedAt } = found
      const { payable } = payment
      const history = await findHistory(sql, scope, {
        objects: [{ type: 'payment', id }, payable],
        causes: [
          ...[`payment-${id}`, `${payable.type}-${payable.id}`],
          ...payment.refunds.map((one) => `refund-${one.id}`),
        ],
      })
      const arrivals = history.some(isPartial) ? await findArrivals(sql, id) : []
      const bought = await findBought(sql, scope.project.id, payable)
      return { payment, decidedAt, bought, arrivals, history, now: now() }
    }),
  formIn: ({ arrived, open }) => {
    if (typeof arrived === 'string') return { action: 'confirm_sum', amount_received: cut(arrived, 40) }
    return open === 'reject' ? { action: 'reject' } : null
  },
  actions: {
    confirm: { ...confirm, run: confirmAll },
    confirm_sum: { ...confirm_sum, run: confirmSum },
    reject: { ...reject, run: rejectShown },
    refund: { ...refund, fresh: true, check: refundFaults, run: refundShown },
  },
})

/** Confirms that the whole missing amount has arrived. */
function confirmAll(visit: ProjectVisit, { payment }: ShownPayment, form: Form): Promise<PressResult> {
  return confirmShown(visit, payment.id, form, undefined)
}

/** Confirms that another amount has arrived. */
async function confirmSum(visit: ProjectVisit, { payment }: ShownPayment, form: Form): Promise<ActionResult> {
  const { id, currency, amount } = payment
  const { amount_received: typed = '' } = form
  const sum = readAmount(typed, currency)
  if (sum === null)
    return { errors: { amount_received: amountProblem(typed, currency, visit.locale, amount) } }
  const result = await confirmShown(visit, id, form, sum)
  // The address may fill in this amount, which must not be entered twice.
  if (result.errors) return result
  const isPart = sum < Number(form.amount_total)
  return { ...result, goTo: addressIn(visit, `/payments/${id}`), ...(isPart && { done: 'part_recorded' }) }
}

/** If another person has decided meanwhile, the page then says who and when. */
function confirmShown(
  visit: ProjectVisit,
  id: number,
  { amount_total: shown, status }: Form,
  amountReceived: Amount | undefined,
): Promise<PressResult> {
  return decide(() =>
    change(visit.scope, (tx) =>
      confirmPaymentAsShown(tx, visit.scope, id, {
        ...{ verifiedBy: verifierOf(visit), missing: Number(shown), amountReceived },
        // A payment that was shown as pending may have been rejected meanwhile: that decision stands.
        onlyPending: status === 'pending',
      }),
    ),
  )
}

async function rejectShown(
  visit: ProjectVisit,
  { payment: { id } }: ShownPayment,
  form: Form,
): Promise<PressResult> {
  const reason = reasonIn(form, visit.locale)
  if (lengthOf(reason ?? '') > LONGEST_REASON) return { errors: { reason: 'reason_too_long' } }
  const rejection = { missing: Number(form.amount_total), reason, verifiedBy: verifierOf(visit) }
  return decide(() => change(visit.scope, (tx) => rejectPaymentAsShown(tx, visit.scope, id, rejection)))
}

async function decide(run: () => Promise<object | null>): Promise<PressResult> {
  try {
    return (await run()) ? {} : { errors: { '': 'rest_changed' } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The page shows the earlier decision.
    if (error.code === 'payment_not_pending') return {}
    if (error.code === 'payment_in_progress') return { errors: { '': 'in_progress' } }
    throw error
  }
}

function refundFaults(
  { locale }: ProjectVisit,
  { payment: { received_currency: currency } }: ShownPayment,
  { refund_amount: typed = '', left }: Form,
): Faults {
  const amount = readAmount(typed, currency)
  if (amount === null)
    return { errors: { refund_amount: amountProblem(typed, currency, locale, Number(left)) } }
  return amount > Number(left) ? tooMuch(left, currency, locale) : null
}

/** Returns the error of a refund of more than is left. */
function tooMuch(left: string | undefined, currency: string, locale: Locale): NonNullable<Faults> {
  const about = { amount: formatAmount(Number(left), currency, locale) }
  return { errors: { refund_amount: { problem: 'refund_too_much', about } } }
}

async function refundShown(
  { scope, locale }: ProjectVisit,
  { payment: { id, status, received_currency: currency } }: ShownPayment,
  form: Form,
): Promise<PressResult> {
  const { refund_amount: typed = '', refund_note: note = '', left } = form
  const amount = readAmount(typed, currency)
  if (amount === null)
    return { errors: { refund_amount: amountProblem(typed, currency, locale, Number(left)) } }
  const reason = REFUND_REASONS.find((one) => one === form.refund_reason)
  const draft = new Submission<RefundInput>({
    amount,
    ...(reason && { reason }),
    ...(note !== '' && { note: cut(note, LONGEST_NOTE) }),
    by_hand: form.by_hand === '1',
  })
  try {
    const refunded = await change(scope, (tx) =>
      refundPaymentAsShown(tx, scope, id, { left: Number(left), draft }),
    )
    if (refunded) return {}
    return { errors: { '': status === 'refunded' ? 'refund_done' : 'refund_changed' } }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'payment_not_paid') return {}
    const [{ path }] = error.problems
    if (path === 'by_hand') return { errors: { by_hand: 'refund_whole' } }
    if (error.code === 'refund_exceeds_payment') return tooMuch(left, currency, locale)
    if (path !== 'amount') throw error
    return { errors: { '': 'refund_impossible' } }
  }
}
