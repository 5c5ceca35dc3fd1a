import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { pageFrame, type PageSelf, shopOf } from '../frame.ts'
import { handOver } from '../hand-over/view.ts'
import { contactOf } from '../kit/contact.ts'
import type { FieldGroup, FieldView } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import type { Row } from '../kit/row.ts'
import { codePageView } from './code.ts'
import { formView, isPayable } from './form.ts'
import { type PaperView, receiptPaper } from './paper.ts'
import { pendingView } from './pending.ts'
import { receiptView } from './receipt.ts'
import { type RedirectView, redirectView } from './redirect.ts'
import { detailsView, payerField, reportView } from './report.ts'
import { type PayableInput, type PayableState, stateOf } from './state.ts'

/** What a checkout and an invoice each have of their own. */
export interface OwnParts {
  order: object
  /** Whether all of the order is seen at once, beside whatever there is to fill in. */
  isBrief: boolean
  /** What stands over it on paper where it is printed before it is paid, and has a sheet for that. */
  paper?: PaperView
  groups: FieldGroup[]
  /** Fields that stand in the order, beside the form. */
  beside?: FieldView[]
  /** What an email to the merchant is about, in place of the reference. */
  subject?: string
  facts?: Row[]
  answers?: Row[]
  /** Whatever its own templates need. */
  more?: object
}

/** The page of something to pay, in the state it is in. */
export function payableView(input: PayableInput, own: OwnParts): PageView {
  const { project, payable, payment, locale, now } = input
  const state = stateOf(input)
  const t = translate(locale)
  const redirect = state === 'redirect' ? redirectView(input) : null
  const closes = payable.closesAt === null ? null : new Date(payable.closesAt)
  const backUrl = (state === 'receipt' ? payable.successUrl : null) ?? payable.cancelUrl ?? project.websiteUrl
  const view = {
    page: pageFrame(pageOf(input, state, own, redirect), project),
    shop: shopOf(project),
    // A short order stays beside a long form.
    order: {
      heading: state === 'pay',
      begun: state !== 'pay',
      brief: own.isBrief,
      paper: (state === 'receipt' ? receiptPaper(input) : own.paper) ?? null,
      ...own.order,
      ...(state === 'canceled' || state === 'leaving' ? { label: t('order.amount') } : {}),
      ...(state === 'pending' ? partPaid(input) : {}),
    },
    total: formatAmount(payable.amount, payable.currency, locale),
    form: { token: input.formToken, amountTotal: payable.amount },
    expires: closes && TELLS_END.has(state) ? formatDateTime(closes, project.timezone, locale) : null,
    backUrl,
    pageUrl: `${payable.url}?lang=${locale}`,
    cancelLabel: t(payable.cancelUrl ? 'pay.cancel_back' : 'pay.cancel', { shop: shortName(project) }),
    // Past its time nothing new is started, though a payment under way may still complete it.
    chooseUrl: closes === null || closes > now ? `?choose=1&lang=${locale}` : null,
    pay: state === 'pay' ? formView(input, own.groups, own.beside) : null,
    details: state === 'report' && payment ? detailsView(payment, project, locale) : null,
    report: state === 'report' && payment ? reportView(payment, project, locale) : null,
    payer: state === 'report' ? payerField(input) : null,
    code: state === 'code' ? codePageView(input) : null,
    pending: state === 'pending' ? pendingView(input) : null,
    redirect,
    openingUrl: `${payable.url}?go=1&lang=${locale}`,
    receipt: state === 'receipt' ? receiptView(input, own) : null,
    contact: needsContact(state, input, backUrl)
      ? contactOf(project, locale, own.subject ?? payable.reference)
      : null,
    ...handOver(input, state),
    ...own.more,
  }
  return { status: state === 'expired' ? 410 : 200, template: `payable/${state}`, view }
}

/** What replaces the order's amount once a part of it has come: what is still to pay. */
function partPaid({ payable, payment, locale }: PayableInput): object {
  if (!payment || payment.amount_received === 0) return {}
  const money = (amount: number) => formatAmount(amount, payable.currency, locale)
  const rest = money(Math.max(0, payment.amount - payment.amount_received))
  const part = { received: `−${money(payment.amount_received)}`, rest }
  return { label: translate(locale)('order.rest'), amount: rest, part, bare: false }
}

/** The pages that say when it ends, or ended: to put a time into words takes a tenth of what a page takes. */
const TELLS_END: ReadonlySet<PayableState> = new Set(['canceled', 'expired'])

/** Whether nothing can be done here any more, unless the merchant helps, or nothing is left to do and there is no way back. */
function needsContact(state: PayableState, input: PayableInput, backUrl: string | null): boolean {
  if (state === 'pay') return !isPayable(input)
  if (state === 'pending' || state === 'receipt') return backUrl === null
  return state === 'expired' || state === 'void'
}

/** Returns the key of the page's title. The page of a code or a redirect has the title of the form that led to it. */
function titleKeyOf(state: PayableState, { payable, payment }: PayableInput): SentenceKey {
  if (state === 'pay' && payable.amount === 0) return 'title.free'
  if (state === 'report') return manualSentence(payment?.method, 'report_page')
  return `title.${state === 'code' || state === 'redirect' ? 'pay' : state}`
}

function pageOf(
  input: PayableInput,
  state: PayableState,
  { beside = [], paper }: OwnParts,
  redirect: RedirectView | null,
): PageSelf {
  const { payable, locale, project, errors } = input
  const faulty = Object.keys(errors).length > 0 || input.payment?.status === 'failed'
  const t = translate(locale)
  const title = t(titleKeyOf(state, input), {
    shop: shortName(project),
    amount: formatAmount(payable.amount, payable.currency, locale),
    number: payable.receiptNumber ?? '',
  })
  return {
    lang: locale,
    nonce: input.nonce,
    title: state === 'pay' && faulty ? t('title.error', { title }) : title,
    state: redirect?.url === null ? 'opening' : (NAMES[state] ?? state),
    ...(state === 'pay' && !paper && { sheets: [] }),
    isTest: payable.isTest,
    keep: input.show === 'receipt' ? 'receipt=1&' : state === 'canceled' ? 'canceled=1&' : '',
    goAfter: state === 'receipt' ? 2 : 0,
    poll: redirect?.url === null ? 1 : (POLLS[state] ?? 0),
    goTo: goalOf(input, state, redirect),
    scripts: state === 'pay' && beside.length > 0 ? ['order.js'] : [],
  }
}

/** Names of states in the page, where they differ: merchants' own tests may know them. */
const NAMES: Partial<Record<PayableState, string>> = { report: 'transfer' }

/** Seconds after which the page looks again. */
const POLLS: Partial<Record<PayableState, number>> = { processing: 3, code: 3, redirect: 4, pending: 20 }

function goalOf(
  { payable, show }: PayableInput,
  state: PayableState,
  redirect: RedirectView | null,
): string | null {
  if (state === 'leaving') return payable.cancelUrl
  if (redirect) return show === 'go' ? redirect.url : null
  return state === 'receipt' && show === 'auto' ? payable.successUrl : null
}
