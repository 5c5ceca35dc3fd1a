import { may } from '../../../common/domain/members/role.ts'
import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { formatAgo, formatAmount } from '../../../common/kit/format.ts'
import type { Locale } from '../../../common/kit/languages.ts'
import { decimals } from '../../../common/kit/money.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import { type Bought, payableKey } from '../../../common/services/payments/bought.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { sentenceOf } from '../../pages/kit/fields.ts'
import type { PageView } from '../../pages/kit/page-view.ts'
import { type Row, row, timeRow } from '../../pages/kit/row.ts'
import { projectFrame, type ProjectInput } from '../frame.ts'
import { Presenter } from '../kit/presenter.ts'
import { type Column, tableOf } from '../kit/table.ts'
import { type Decision, decisionOf, type StillWaits } from './decision.ts'
import { boughtText, payerOf, paymentPath, paymentStatus } from './view.ts'

export interface WaitingInput extends ProjectInput {
  payments: PaymentObject[]
  /** The orders that they pay for, from `findAllBought`. */
  bought: ReadonlyMap<string, Bought>
  now: Date
  /** The id after which the next page begins; null on the last page. */
  next: number | null
  isFirst: boolean
  /** The query of the address, which a change of the language keeps. */
  query?: Record<string, string>
  /** The payments that were ticked when the button was pressed. */
  decided: PaymentObject[]
  /** The ids of those that an error, or a payment in progress for the same order, has prevented. */
  failed: readonly number[]
  inProgress: readonly number[]
  errors: Record<string, string>
  /** The ticked payments of a form, with the missing amount that its page showed. */
  ticked?: readonly { id: number; missing: number }[]
}

/** Returns the page with the payments that wait for a decision. */
export function waitingView(input: WaitingInput): PageView {
  const { payments, bought: _bought, now: _now, failed: _failed, inProgress: _inProgress, ...others } = input
  const { next, isFirst, query = {}, decided, errors, ticked: _ticked, ...frame } = others
  const { locale, project, addresses, isTest, role } = input
  const t = translate(locale)
  const title = t('dashboard.waiting.heading')
  const mode = isTest ? 'test' : 'live'
  const mayDecide = may(role, 'operate')
  const problem = sentenceOf(errors[''], locale)
  const lines = payments.map((payment) => lineOf(payment, input))
  const currency = currencyOf(payments)
  return {
    status: 200,
    template: 'dashboard/payments/waiting',
    view: {
      ...projectFrame(frame, '/payments/waiting', {
        title: problem === null ? title : t('title.error', { title }),
        state: 'dashboard_waiting',
        keep: query,
        isLive: problem === null,
        scripts: ['tick.js'],
      }),
      heading: title,
      ...resultsOf(input),
      problems: problem === null ? [] : [{ text: problem, href: null }],
      problemsTitle: t('errors.heading'),
      text:
        payments.length > 0 && decided.length === 0
          ? t(mayDecide ? 'dashboard.waiting.text' : 'dashboard.waiting.text_viewer')
          : null,
      none: payments.length > 0 || !isFirst ? null : t('dashboard.waiting.none'),
      mayDecide: payments.length > 0 && mayDecide,
      // The script fills the digits in: browsers do not know the format of every language.
      decimals: currency && String(decimals(currency)),
      ticked:
        currency &&
        t('dashboard.waiting.confirm_ticked', {
          ...{ count: '{count}', sum: formatAmount(0, currency, locale).replace(/[\d.]+/, '{sum}') },
        }),
      confirmTicked: confirmTicked(lines, currency, locale),
      payments: lines,
      next: next === null ? null : addresses.waiting(project.id, mode, { after: next }),
      first: isFirst ? null : addresses.waiting(project.id, mode),
    },
  }
}

/** Returns the button's text if payments are ticked when the page opens, as the script writes it later; else null. */
function confirmTicked(
  lines: readonly { isTicked: boolean; missing: number }[],
  currency: string | null,
  locale: Locale,
): string | null {
  const own = lines.filter(({ isTicked }) => isTicked)
  if (own.length === 0 || currency === null) return null
  const sum = own.reduce((total, { missing }) => total + missing, 0)
  return translate(locale)('dashboard.waiting.confirm_ticked', {
    count: own.length,
    sum: formatAmount(sum, currency, locale),
  })
}

/** Returns the currency of the payments; null if they have several. */
function currencyOf(payments: PaymentObject[]): string | null {
  const [currency = null, ...others] = new Set(payments.map((payment) => payment.currency))
  return others.length > 0 ? null : currency
}

type Notice = Omit<Decision, 'short'>

interface Result {
  payment: PaymentObject
  decision: Decision
}

/**
 * Returns the results for the ticked payments: one sentence for a single payment; for several their summary, and a table with
 * a row for each, those first that this member has not confirmed.
 */
function resultsOf(input: WaitingInput): { results: Notice[]; each: object | null } {
  const all = input.decided.map((payment) => ({
    payment,
    decision: decisionOf(payment, input, { waits: whyWaits(payment, input) }),
  }))
  if (all.length < 2) return { results: all.map(({ decision }) => decision), each: null }
  const t = translate(input.locale)
  const own = all.filter(isConfirmed)
  const others = all.filter((one) => !isConfirmed(one))
  const isNeutral = others.every(({ decision }) => decision.isNeutral)
  const count = others.length
  const text = t(own.length > 0 ? 'dashboard.waiting.others' : 'dashboard.waiting.none_own', { count })
  const label = t('dashboard.waiting.each')
  const presenter = new Presenter(input)
  return {
    results: [
      ...(own.length > 1 ? [summaryOf(own, input)] : own.map(({ decision }) => decision)),
      ...(count > 0 ? [{ text, isOwn: false, isNeutral }] : []),
    ],
    each: {
      label,
      isOpen: count > 0,
      table: tableOf([...others, ...own], resultColumns, presenter, {
        ...{ label, href: ({ payment }) => paymentPath(payment) },
        // The same payment may be in the list below.
        rowId: ({ payment: { id } }) => `result-${id}`,
      }),
      zone: presenter.zone(),
    },
  }
}

function isConfirmed({ payment, decision }: Result): boolean {
  return decision.isOwn && payment.status === 'paid'
}

function whyWaits({ id }: PaymentObject, { failed, inProgress }: WaitingInput): StillWaits {
  if (failed.includes(id)) return 'error'
  return inProgress.includes(id) ? 'in_progress' : 'changed'
}

function summaryOf(own: readonly Result[], { locale }: WaitingInput): Notice {
  const sums = new Map<string, number>()
  for (const { payment } of own)
    sums.set(payment.currency, (sums.get(payment.currency) ?? 0) + payment.amount_received)
  const text = translate(locale)('dashboard.waiting.confirmed', {
    count: own.length,
    sum: [...sums].map(([currency, sum]) => formatAmount(sum, currency, locale)).join(' + '),
    references: own.map(({ payment }) => payment.reference ?? payment.id).join(', '),
  })
  return { text, isOwn: true, isNeutral: false }
}

const resultColumns: readonly Column<Result>[] = [
  {
    ...{ label: 'order.amount', kind: 'what', isAmount: true },
    cell: ({ payment: { amount, currency } }, presenter) => presenter.money(amount, currency),
  },
  {
    label: 'portal.status',
    kind: 'state',
    cell: ({ payment }, { t }) =>
      payment.status === 'pending'
        ? { text: t('dashboard.waiting.not_confirmed'), tone: 'bad' }
        : paymentStatus(payment, t),
  },
  { label: 'account.reference', kind: 'text', cell: ({ payment }) => payment.reference },
  { label: 'dashboard.waiting.result', kind: 'text', cell: ({ decision }) => decision.short },
]

function lineOf(payment: PaymentObject, input: WaitingInput) {
  const { locale, addresses, project, isTest, ticked = [] } = input
  const missing = Math.max(0, payment.amount - payment.amount_received)
  const amount = formatAmount(missing, payment.currency, locale)
  const page = (query: Record<string, string> = {}) =>
    addresses.inProject(project.id, isTest ? 'test' : 'live', paymentPath(payment), query)
  return {
    id: payment.id,
    href: page(),
    // Each opens the form of its button on the page of the payment.
    rejectHref: page({ open: 'reject' }),
    otherHref: page({ arrived: '' }),
    missing,
    amount,
    isTicked: ticked.some(({ id, missing: shown }) => id === payment.id && shown === missing),
    reference: payment.reference ?? '',
    ...aboutOf(payment, input),
    facts: factsOf(payment, input),
  }
}

/** Returns who paid, how long ago it was reported, and the part that has arrived: one line, which unfolds the facts. */
function aboutOf(payment: PaymentObject, { now, locale }: WaitingInput) {
  const t = translate(locale)
  const { claimed_at: reported, amount_received: received, currency } = payment
  const ago = reported ? formatAgo(new Date(reported), now, locale) : null
  return {
    who: payerOf(payment),
    reported: ago && t('dashboard.waiting.reported', { ago }),
    received: received > 0 ? `${t('decide.came')}: ${formatAmount(received, currency, locale)}` : null,
  }
}

function factsOf(payment: PaymentObject, { project, locale, bought }: WaitingInput): Row[] {
  const t = translate(locale)
  const item = bought.get(payableKey(payment.payable))
  const more = item && item.others > 0 ? [t('dashboard.checkouts.more', { count: item.others })] : []
  return [
    ...row(t('account.reference'), payment.reference).map((one) => ({ ...one, isKey: true as const })),
    ...row(t('dashboard.checkouts.items'), item && [boughtText(item), ...more].join(', ')),
    ...row(t('decide.payer_name'), payment.payer_name),
    ...row(t('decide.payer'), payment.customer_email ?? payment.phone_number),
    ...timeRow(t(manualSentence(payment.method, 'reported_on')), payment.claimed_at, { project, locale }),
    ...row(t('receipt.order'), payment.client_reference_id),
  ]
}
