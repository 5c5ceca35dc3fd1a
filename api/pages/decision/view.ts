import type { PaymentObject } from '../../../common/domain/payments/object.ts'
import { formatAmount, formatDateTime, type Locale } from '../../../common/kit/format.ts'
import type { Amount } from '../../../common/kit/money.ts'
import { formatPhone } from '../../../common/kit/phone.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import type { Answer } from '../../../common/services/links/decision.ts'
import type { Project } from '../../../common/services/projects/project.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import { pageFrame, shopOf } from '../frame.ts'
import { amountField, problemsIn } from '../kit/fields.ts'
import { isLong } from '../kit/is-long.ts'
import type { PageView } from '../kit/page-view.ts'
import { listed, titleOf } from '../kit/problems.ts'
import { type Row, row, timeRow } from '../kit/row.ts'
import { reasonField } from './reasons.ts'
import type { OrderSummary } from './summary.ts'

export interface DecisionPageInput {
  project: Project
  payment: PaymentObject
  summary: OrderSummary
  /** `gone`: the payment was decided or given up before this link was opened. */
  state: 'decide' | 'confirmed' | 'rejected' | 'gone'
  /** The answer chosen in the email. The page asks for this one alone, with a link to the other. Null asks for both. */
  answer: Answer | null
  /** Whether a rejected payment can still be confirmed. */
  canConfirmAfterAll: boolean
  locale: Locale
  formToken: string
  typed: Record<string, string>
  errors: Record<string, string>
  errorParams?: Record<string, Params>
  /** Whether the order or invoice can be paid again after a rejection. */
  opensAgain: boolean
  /** Days left to decide, rounded up; 0 after the deadline. */
  daysLeft: number
}

/** Texts if the answer was chosen in the email. The page then asks only for confirmation. */
const ALONE = {
  yes: { heading: 'decide.confirm_heading_alone', button: 'decide.confirm_alone' },
  no: { heading: 'decide.reject_heading_alone', button: 'decide.reject_alone' },
} as const satisfies Record<Answer, { heading: SentenceKey; button: SentenceKey }>

/** Returns the page on which the merchant confirms or rejects a reported payment. */
export function decisionView(input: DecisionPageInput): PageView {
  const { project, payment, state, locale } = input
  const money = (sum: Amount) => formatAmount(sum, payment.currency, locale)
  const t = translate(locale)
  // Before a decision this is the amount to find in the account: only the rest, if a part has arrived.
  const missing = Math.max(0, payment.amount - (state === 'decide' ? payment.amount_received : 0))
  const amount = money(missing)
  const reference = payment.reference ?? ''
  const answer = state === 'decide' ? input.answer : null
  const heading = t(answer ? ALONE[answer].heading : `decide.heading_${state}`)
  const title = t('decide.title', { heading, amount })
  const problems = problemsIn(input)
  const view = {
    page: pageFrame(
      {
        lang: locale,
        title: problems.length > 0 ? t('title.error', { title }) : title,
        state: `transfer_${state}`, // for every manual payment: merchants' own tests may know it
        isTest: payment.is_test,
        ...(answer && { keep: { arrived: answer } }),
      },
      project,
    ),
    // The visitor is the merchant, so the footer needs no contact details.
    shop: { ...shopOf(project), help: false, terms: null },
    order: orderOf(input),
    form: { token: input.formToken, amountTotal: missing },
    heading,
    amount,
    reference,
    facts: [...factsOf(input), ...(state === 'decide' ? [] : moreFactsOf(input))],
    moreFacts: state === 'decide' ? moreFactsOf(input) : [],
    long: isLong(amount),
    text:
      state === 'decide'
        ? null
        : t(`decide.text_${outcomeOf(input)}` as SentenceKey, {
            ...{ amount, reference, left: money(payment.amount_to_refund) },
          }),
    willEmail: emailNotices(input),
    deadline: deadlineOf(input),
    sum: sumOf(input),
    reason: reasonField(input),
    isRejecting: Boolean(input.typed.reason_choice ?? input.typed.reason),
    rejectHint: t(input.opensAgain ? 'decide.reject_hint' : 'decide.reject_hint_over'),
    asks: { yes: answer !== 'no', no: answer !== 'yes', noAlone: answer === 'no' },
    confirm: t(answer ? ALONE.yes.button : 'decide.confirm'),
    reject: t(answer ? ALONE.no.button : 'decide.reject'),
    other: answer && otherOf(answer, locale),
    problems: listed(problems),
    problemsTitle: titleOf(problems, input.errors, locale),
    afterAll: input.canConfirmAfterAll ? t('decide.after_all_hint', { amount }) : null,
    mistake: mistakeOf(input),
    done: ['confirmed', 'confirmed_more', 'gone_paid'].includes(outcomeOf(input)),
  }
  return { status: state === 'gone' ? 410 : 200, template: `decision/${template(state)}`, view }
}

/** Returns the link to the other answer, for merchants who chose the wrong one. */
function otherOf(answer: Answer, locale: Locale): { url: string; label: string } {
  const label = translate(locale)(answer === 'yes' ? 'email.reported.not_arrived' : 'email.reported.arrived')
  return { url: `?arrived=${answer === 'yes' ? 'no' : 'yes'}&lang=${locale}`, label }
}

const template = (state: DecisionPageInput['state']) => (state === 'decide' ? 'decide' : 'decided')

/** Returns a sentence for each answer about the email that the customer gets. Null without an email address. */
function emailNotices(input: DecisionPageInput): { confirmed: string | null; rejected: string | null } {
  const { customer_email: email } = input.payment
  const t = translate(input.locale)
  const outcome = outcomeOf(input)
  const notice = (key: 'confirmed' | 'rejected') =>
    email && ['decide', key, `${key}_part`, `${key}_over`, `${key}_more`].includes(outcome)
      ? t(`decide.email_${key}`, { email })
      : null
  return { confirmed: notice('confirmed'), rejected: notice('rejected') }
}

/** Returns the outcome, the last part of its sentence key. A late link shows an earlier decision, or that the payment has ended. */
function outcomeOf({ state, payment }: DecisionPageInput): string {
  if (state === 'confirmed' && payment.status === 'refund_required') return 'refund'
  if (state === 'confirmed' && payment.amount_to_refund > 0) return 'confirmed_more'
  if (state === 'rejected' && payment.amount_to_refund > 0) return 'rejected_part'
  if (state === 'rejected' && payment.payable.status === 'expired') return 'rejected_over'
  if (state !== 'gone') return state
  if (payment.status === 'paid') return 'gone_paid'
  return payment.status === 'failed' || payment.failure_code === 'rejected' ? 'gone_failed' : 'gone'
}

function sumOf(input: DecisionPageInput) {
  const t = translate(input.locale)
  return amountField(input, 'amount_received', input.payment.currency, {
    ...{ label: t('decide.sum'), hint: t('decide.sum_hint'), known: null, required: false },
  })
}

/**
 * Returns what to do after a payment was confirmed by mistake. There is no button: the order is complete, and the customer
 * and the merchant's systems know. Null if nothing was confirmed here.
 */
function mistakeOf({ state, payment, locale }: DecisionPageInput) {
  if (state !== 'confirmed' || payment.status !== 'paid') return null
  const t = translate(locale)
  return {
    steps: [t('decide.mistake_stop'), t('decide.mistake_customer'), t('decide.mistake_refund')],
    request: `POST /v1/projects/${payment.project_id}/payments/${payment.id}/refunds`,
  }
}

/** Returns what helps to find the money in the account. */
function factsOf({ payment, project, locale }: DecisionPageInput): Row[] {
  const t = translate(locale)
  const { amount, amount_received: came } = payment
  const isPart = came > 0 && came < amount
  return [
    ...row(t('decide.payer_name'), payment.payer_name),
    ...timeRow(t(manualSentence(payment.method, 'reported_on')), payment.claimed_at, { project, locale }),
    ...row(t('decide.came'), isPart ? formatAmount(came, payment.currency, locale) : null),
    ...accountRow(t('decide.account'), payment),
  ]
}

/** Returns who pays, and for what. */
function moreFactsOf({ payment, summary, locale }: DecisionPageInput): Row[] {
  const t = translate(locale)
  return [
    ...row(t('decide.payer'), payment.customer_email),
    ...row(t('receipt.phone'), payment.phone_number && formatPhone(payment.phone_number)),
    ...row(t('invoice.number'), summary.number),
    ...row(t('receipt.order'), summary.client_reference_id),
  ]
}

function accountRow(
  label: string,
  { bank_name: bank, account_number: number }: DecisionPageInput['payment'],
): Row[] {
  if (!number) return row(label, bank)
  return [{ label, text: bank ? `${bank},` : '', number }]
}

function deadlineOf({ daysLeft, payment, project, locale }: DecisionPageInput): string {
  const t = translate(locale)
  const until = payment.expires_at
  const time = until ? formatDateTime(new Date(until), project.timezone, locale) : ''
  if (daysLeft > 0) return t('decide.days_left', { count: daysLeft, time })
  return t('decide.overdue', { time })
}

function orderOf({ summary, payment, locale }: DecisionPageInput) {
  const t = translate(locale)
  const money = (amount: Amount) => formatAmount(amount, payment.currency, locale)
  const { lines, deductions = [], total, number } = summary
  const label = number === null ? t('decide.order') : t('invoice.item', { number })
  return {
    label,
    amount: money(total),
    long: isLong(money(total)),
    begun: true,
    repeatsAmount: true,
    fold: t('decide.fold', { what: label, amount: money(total) }),
    items: lines.map(({ name, quantity, amount }) => ({
      name,
      detail: quantity > 1 ? t('decide.quantity', { count: quantity }) : null,
      amount: money(amount),
    })),
    deductions: deductions.map(({ label, amount }) => ({ label, amount: `−${money(amount)}` })),
    subtotal: money(lines.reduce((sum, { amount }) => sum + amount, 0)),
    total: money(total),
  }
}
