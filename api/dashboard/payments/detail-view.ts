import { whyNotConfirmable } from '../../../common/domain/payments/confirmable.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { isSettled } from '../../../common/domain/payments/status.ts'
import { REFUND_REASONS, type RefundObject } from '../../../common/domain/refunds/object.ts'
import { typedAmount } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { findMethod, manualSentence } from '../../../common/methods/all.ts'
import type { HistoryEntry } from '../../../common/services/history/find.ts'
import type { Arrival } from '../../../common/services/payments/arrivals.ts'
import type { Bought } from '../../../common/services/payments/bought.ts'
import { methodLabel } from '../../../common/services/text/method-label.ts'
import { reasonField } from '../../pages/decision/reasons.ts'
import { amountField, fieldOf, type FormState } from '../../pages/kit/fields.ts'
import { type Row, row } from '../../pages/kit/row.ts'
import { payerRow } from '../customers/payer.ts'
import type { Button, DetailDefinition, Moment, Notice } from '../kit/detail-view.ts'
import { timelineOf } from '../kit/history.ts'
import type { Presenter } from '../kit/presenter.ts'
import { decisionOf, whoOf } from './decision.ts'
import { boughtText, paymentStatus } from './view.ts'

export interface ShownPayment {
  payment: PaymentObject
  /** When the money was confirmed, else when the payment ended; null while it has not. */
  decidedAt: Date | null
  /** The order that it pays; null if it has no lines. */
  bought: Bought | null
  /** The money that arrived, oldest first. */
  arrivals: readonly Arrival[]
  history: readonly HistoryEntry[]
  now: Date
}

/** The page of a payment. */
export const paymentDetail = {
  path: '/payments/:id',
  state: 'dashboard_payment',
  audited: 'payment',
  back: { path: '/payments', label: 'dashboard.payments.heading' },
  isAwaited: ({ payment }) => payment.status === 'started' || payment.status === 'pending',
  show: (shown, presenter) => {
    const { payment } = shown
    const { t } = presenter
    return {
      heading: t('dashboard.payments.title', {
        amount: presenter.money(payment.amount, payment.currency),
        id: payment.id,
      }),
      status: paymentStatus(payment, t),
      notice: refundNotice(payment, presenter) ?? decisionNotice(shown, presenter),
      ...factsOf(shown, presenter),
      sections: [
        {
          heading: t('dashboard.history.heading'),
          timeline: timelineOf(momentsOf(shown, presenter), otherEntries(shown), presenter),
        },
      ],
    }
  },
  actions: {
    confirm: { needs: 'operate', button: confirmButton },
    confirm_sum: { needs: 'operate', button: confirmSumButton },
    reject: { needs: 'operate', isDanger: true, button: rejectButton },
    refund: { needs: 'refund', button: refundButton },
  },
} as const satisfies DetailDefinition<ShownPayment>

/** Returns who decided, how and when, and the amount if another one was accepted; null if no person has. */
function decisionNotice({ payment, decidedAt }: ShownPayment, { input }: Presenter) {
  const { status, amount, amount_received: received, verified_by: by } = payment
  if (by === null || ['started', 'pending'].includes(status)) return null
  const { text, short, isNeutral } = decisionOf(payment, input, { time: decidedAt ?? undefined })
  const isGood = status === 'paid'
  const isOther = isGood && received !== amount
  return { text: isOther ? text : short, isGood, ...(isNeutral && { isNeutral }) }
}

function newestRefund({ refunds }: PaymentObject): RefundObject | null {
  return refunds.reduce<RefundObject | null>((one, other) => (one && one.id > other.id ? one : other), null)
}

/** Returns the newest refund, and the next step if it failed; null without one, or while another one is due. */
function refundNotice(payment: PaymentObject, presenter: Presenter): Notice | null {
  const newest = newestRefund(payment)
  if (!newest) return null
  const { text, at } = refundMoment(newest, presenter)
  const dated = presenter.t('dashboard.refund.dated', { what: text, time: presenter.time(at) })
  if (newest.status === 'failed') {
    const { t } = presenter
    const next = presenter.may('refund') ? 'dashboard.refund.failed_next' : 'dashboard.refund.failed_ask'
    const nextSteps = leftOf(payment) > 0 ? [t(next)] : []
    return { text: dated, nextSteps, said: newest.failure_message, isGood: false }
  }
  return payment.status === 'refund_required' ? null : { text: dated, isGood: true }
}

function leftOf({ amount_received: received, amount_refunded: refunded }: PaymentObject): Amount {
  return received - refunded
}

/** Returns first the facts that the member compares with the account. */
function factsOf({ payment, decidedAt, bought }: ShownPayment, presenter: Presenter) {
  const { t } = presenter
  const {
    amount,
    amount_received: received,
    amount_refunded: refunded,
    received_currency: currency,
  } = payment
  const { payable } = payment
  const money = (sum: number) => presenter.money(sum, currency)
  const isPart = payment.status === 'pending' && received > 0
  const account = [payment.bank_name, payment.account_number].filter(Boolean).join(', ')
  const facts = [
    ...row(t('decide.came'), isPart ? money(received) : null),
    ...row(
      t('dashboard.payments.missing'),
      isPart ? presenter.money(missingOf(payment), payment.currency) : null,
    ),
    ...row(t('decide.came'), !isPart && received > 0 && received !== amount ? money(received) : null),
    ...row(
      t('dashboard.payments.to_refund'),
      payment.amount_to_refund > 0 ? money(payment.amount_to_refund) : null,
    ),
    ...row(t('account.reference'), payment.reference).map((one) => ({ ...one, isKey: true as const })),
    ...row(t('decide.payer_name'), payment.payer_name),
    ...row(t('decide.account'), account),
    ...presenter.timeRow(t(manualSentence(payment.method, 'reported_on')), payment.claimed_at),
  ]
  const moreFacts = [
    ...row(t('dashboard.payments.method'), methodLabel(payment.method, t)),
    ...boughtRow(bought, payable, presenter),
    ...payerRow(payment, payment.customer_email, presenter),
    ...row(t('receipt.phone'), payment.phone_number),
    ...presenter.timeRow(t('receipt.date'), isSettled(payment.status) ? decidedAt : null),
    ...row(t('dashboard.payments.refunded'), refunded > 0 ? money(refunded) : null),
    ...row(t('receipt.order'), payment.client_reference_id),
    ...row(
      t('dashboard.payments.number'),
      payable.number ?? (bought ? null : t('dashboard.customers.order_number', { id: payable.id })),
      presenter.page(`/${payable.type}s/${payable.id}`),
    ),
    ...row(t('decide.reason'), payment.failure_message),
  ]
  return { facts, moreFacts }
}

function boughtRow(
  bought: Bought | null,
  { type, id }: PaymentObject['payable'],
  presenter: Presenter,
): Row[] {
  if (!bought) return []
  const { t } = presenter
  const { others } = bought
  return [
    {
      label: t('dashboard.payments.bought'),
      text: boughtText(bought),
      href: presenter.page(`/${type}s/${id}`),
      ...(others > 0 && { hint: t('dashboard.checkouts.more', { count: others }) }),
    },
  ]
}

function momentsOf(shown: ShownPayment, presenter: Presenter): Moment[] {
  const { t } = presenter
  const { payment, decidedAt } = shown
  const {
    created_at: startedAt,
    claimed_at: reported,
    method,
    received_currency: currency,
    refunds,
  } = payment
  return [
    { at: startedAt, text: t('dashboard.history.begun', { method: methodLabel(method, t) }) },
    ...(reported ? [{ at: reported, text: t('dashboard.history.reported') }] : []),
    ...partsOf(shown).map(({ amount, at }) => ({
      ...{ at, text: t('dashboard.history.part_arrived', { amount: presenter.money(amount, currency) }) },
    })),
    ...(decidedAt ? decisionMoment(payment, decidedAt, presenter) : []),
    ...refunds.map((refund) => refundMoment(refund, presenter)),
  ]
}

/** Returns the money after which more was missing. */
function partsOf({ arrivals, history }: ShownPayment): Arrival[] {
  const times = history.flatMap((one) => (isPartial(one) ? [one.at.getTime()] : []))
  return arrivals.filter(({ at }) => times.includes(at.getTime()))
}

/** Returns whether a part of the money arrived. */
export function isPartial(entry: HistoryEntry): boolean {
  return entry.kind === 'event' && entry.type === 'payment.partially_paid'
}

/** Returns the history without the events that the payment's own moments tell with their amounts. */
function otherEntries(shown: ShownPayment): HistoryEntry[] {
  const told = new Set(partsOf(shown).map(({ at }) => at.getTime()))
  const isTold = (entry: HistoryEntry) =>
    isPartial(entry)
      ? told.has(entry.at.getTime())
      : entry.kind === 'event' && entry.type === 'payment.refunded' && shown.payment.refunds.length > 0
  return shown.history.filter((entry) => !isTold(entry))
}

/** Returns the moment in which the money was confirmed, or a person said that it has not come. */
function decisionMoment(payment: PaymentObject, at: Date, { t, input }: Presenter): Moment[] {
  const { status, failure_code: why, verified_by: by } = payment
  const isRejected = why === 'rejected'
  if (!isSettled(status) && !isRejected) return []
  if (by === null) return [{ at, text: t('dashboard.history.paid') }]
  const who = whoOf(by, input.email, input.locale)
  const text = t(`dashboard.history.${isRejected ? 'rejected' : 'confirmed'}`, { who })
  return [{ at, text, tone: isRejected ? 'bad' : null }]
}

function refundMoment(refund: RefundObject, presenter: Presenter): Moment {
  const { t } = presenter
  const amount = presenter.money(refund.amount, refund.currency)
  const text = t(`dashboard.history.refund_${refund.status}`, { amount })
  const reason = refund.reason && t(`dashboard.refund.reason_${refund.reason}`)
  const why = [reason, refund.note].filter(Boolean).join(' · ') || null
  const tone = refund.status === 'failed' ? 'bad' : null
  return { at: refund.created_at, text, tone, hint: refund.failure_message ?? why }
}

/** Returns whether a person can still confirm that the money has arrived. */
function isConfirmable({
  payment: { status, method, updated_at: updated },
  decidedAt,
  now,
}: ShownPayment): boolean {
  const isManual = Boolean(findMethod(method)?.attempt.manual)
  return whyNotConfirmable({ status, isManual, endedAt: decidedAt ?? new Date(updated) }, now) === null
}

function missingOf({ amount, amount_received: received }: PaymentObject): number {
  return Math.max(0, amount - received)
}

function confirmButton(shown: ShownPayment, presenter: Presenter): Button | null {
  if (!isConfirmable(shown)) return null
  const { t } = presenter
  const { status, currency, reference, amount_received: received } = shown.payment
  const common = { busy: t('decide.confirm_busy'), hidden: shownTo(shown) }
  const amount = presenter.money(missingOf(shown.payment), currency)
  const hint = t('dashboard.payments.confirm_hint', { amount })
  if (status === 'pending') {
    const label =
      received > 0 ? t('dashboard.payments.confirm_missing', { amount }) : t('decide.confirm_alone')
    return { ...common, label, isPrimary: true, hint }
  }
  const isBegun = status === 'started'
  const submit = t('dashboard.payments.confirm_unreported', { amount })
  return {
    ...{ ...common, submit },
    label: isBegun ? submit : t('dashboard.payments.confirm_after_all'),
    hint: isBegun && reference !== null ? t('dashboard.payments.unreported', { amount, reference }) : hint,
    // No one has said that this money is on its way.
    unfolds: true,
  }
}

function confirmSumButton(shown: ShownPayment, { t }: Presenter, form: FormState): Button | null {
  if (!isConfirmable(shown)) return null
  return {
    label: t('decide.other'),
    submit: t('dashboard.payments.record_sum'),
    busy: t('decide.confirm_busy'),
    hidden: shownTo(shown),
    fields: [
      amountField(form, 'amount_received', shown.payment.currency, {
        ...{ label: t('decide.sum'), hint: t('decide.sum_hint'), known: null },
      }),
    ],
  }
}

/** Returns the values that the member decides about, so that nothing is decided about others. */
function shownTo({ payment }: ShownPayment): Record<string, string> {
  return { amount_total: String(missingOf(payment)), status: payment.status }
}

function rejectButton({ payment }: ShownPayment, { t }: Presenter, form: FormState): Button | null {
  if (payment.status !== 'pending') return null
  return {
    label: t('decide.reject_alone'),
    busy: t('decide.reject_busy'),
    hint: payment.customer_email ? t('decide.email_rejected', { email: payment.customer_email }) : null,
    hidden: { amount_total: String(missingOf(payment)) },
    part: { template: 'decision/reason', view: { reason: reasonField(form) } },
  }
}

function refundButton({ payment }: ShownPayment, presenter: Presenter, form: FormState): Button | null {
  const { t } = presenter
  const left = leftOf(payment)
  if (!isSettled(payment.status) || left <= 0) return null
  const isByProvider = findMethod(payment.method)?.attempt.manual === null
  const amount = presenter.money(left, payment.received_currency)
  const newest = newestRefund(payment)
  const failed = newest?.status === 'failed' ? newest : null
  const usual = isByProvider ? 'dashboard.refund.button' : 'dashboard.refund.record'
  const { reference } = payment
  const whereTo = reference !== null && !isByProvider ? t('dashboard.refund.where_to', { reference }) : null
  // The error names the amount too.
  const isTooMuch = form.errors.refund_amount === 'errors.refund_too_much'
  return {
    label: t(failed ? 'dashboard.refund.again' : usual),
    ...(!isByProvider && { submit: t('dashboard.refund.record_now') }),
    isPrimary: failed !== null,
    busy: t(isByProvider ? 'dashboard.refund.busy' : 'dashboard.refund.record_busy'),
    hint: [t(isByProvider ? 'dashboard.refund.by_provider' : 'dashboard.refund.by_hand'), whereTo]
      .filter(Boolean)
      .join(' '),
    hidden: { left: String(left) },
    fields: [
      amountField(form, 'refund_amount', payment.received_currency, {
        label: t('dashboard.refund.amount'),
        hint: isTooMuch ? null : t('dashboard.refund.amount_hint', { amount }),
        // The same amount as before, so that a second try does not refund more.
        known:
          failed && failed.amount <= left
            ? typedAmount(failed.amount, failed.currency)
            : typedAmount(left, payment.received_currency),
      }),
      fieldOf(form, 'refund_reason', {
        ...{ label: t('dashboard.refund.reason'), known: failed?.reason ?? 'requested' },
        options: REFUND_REASONS.map((value) => ({
          value,
          label: t(`dashboard.refund.reason_${value}`),
          selected: false,
        })),
      }),
      fieldOf(form, 'refund_note', {
        ...{ label: t('dashboard.refund.note'), known: null, required: false, rows: 2, maxlength: 500 },
        hint: t('dashboard.refund.note_hint'),
      }),
      ...(isByProvider
        ? [fieldOf(form, 'by_hand', { label: t('dashboard.refund.sent_by_hand'), known: null, isBox: true })]
        : []),
    ],
  }
}
