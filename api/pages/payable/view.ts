import { formatAmount, formatDateTime } from '../../../common/kit/format.ts'
import type { SentenceKey } from '../../../common/kit/sentence-key.ts'
import { manualSentence } from '../../../common/methods/all.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { translate } from '../../../common/services/text/translate.ts'
import { pageFrame, type PageSettings, shopOf } from '../frame.ts'
import { isPhone } from '../hand-over/in-app.ts'
import { handOver } from '../hand-over/view.ts'
import { contactOf } from '../kit/contact.ts'
import type { FieldGroup, FieldView } from '../kit/fields.ts'
import type { PageView } from '../kit/page-view.ts'
import type { Row } from '../kit/row.ts'
import { codePageView } from './code.ts'
import { formView, isPayable } from './form.ts'
import { moneyBackOf } from './money-back.ts'
import { type PaperView, receiptPaper } from './paper.ts'
import { pendingView } from './pending.ts'
import { receiptView } from './receipt.ts'
import { type RedirectView, redirectView } from './redirect.ts'
import { detailsView, payerField, reportView } from './report.ts'
import { type PayableInput, type PayableState, stateOf } from './state.ts'

/** The parts of a page that differ between checkouts and invoices. */
export interface PayableParts {
  order: object
  /** Whether the order is so short that it stays visible next to a long form. */
  isBrief: boolean
  /** The head of the page if it is printed before payment. */
  paper?: PaperView
  groups: FieldGroup[]
  /** Form fields inside the order. */
  orderFields?: FieldView[]
  /** A sentence below the button: what the payment does not do. */
  promise?: string | null
  /** The subject of an email to the merchant; the reference by default. */
  subject?: string
  facts?: Row[]
  answers?: Row[]
  /** Further values for its own templates. */
  more?: object
}

/** Returns the page of a payable in its current state. */
export function payableView(input: PayableInput, parts: PayableParts): PageView {
  const { project, payable, payment, locale, now } = input
  const state = stateOf(input)
  const t = translate(locale)
  const redirect = state === 'redirect' ? redirectView(input) : null
  const closes = payable.closesAt === null ? null : new Date(payable.closesAt)
  const backUrl = (state === 'receipt' ? payable.successUrl : null) ?? payable.cancelUrl ?? project.websiteUrl
  const view = {
    page: pageFrame(pageOf(input, state, parts, redirect), project),
    shop: shopOf(project),
    order: {
      heading: state === 'pay',
      begun: state !== 'pay',
      brief: parts.isBrief,
      paper: (state === 'receipt' ? receiptPaper(input) : parts.paper) ?? null,
      ...parts.order,
      ...(state === 'canceled' || state === 'leaving' ? { label: t('order.amount') } : {}),
      ...(state === 'pending' ? partPaid(input) : {}),
      ...(state === 'receipt' ? refunded(input) : {}),
    },
    total: formatAmount(payable.amount, payable.currency, locale),
    form: { token: input.formToken, amountTotal: payable.amount },
    expires: closes && SHOWS_END.has(state) ? formatDateTime(closes, project.timezone, locale) : null,
    backUrl,
    pageUrl: `${payable.url}?lang=${locale}`,
    cancelLabel: t(cancelKey(state, input), { shop: shortName(project) }),
    // After its time no payment can start, but one in progress may still complete it.
    chooseUrl: closes === null || closes > now ? `?choose=1&lang=${locale}` : null,
    pay: state === 'pay' ? formView(input, parts.groups, parts.orderFields) : null,
    promise: parts.promise ?? null,
    details: state === 'report' && payment ? detailsView(payment, project, locale) : null,
    report: state === 'report' && payment ? reportView(payment, project, locale) : null,
    payer: state === 'report' ? payerField(input) : null,
    code: state === 'code' ? codePageView(input) : null,
    pending: state === 'pending' ? pendingView(input) : null,
    redirect,
    openingUrl: `${payable.url}?go=1&lang=${locale}`,
    receipt: state === 'receipt' ? receiptView(input, parts) : null,
    sent: state === 'canceled' ? sentFirst(input) : null,
    moneyBack: state === 'expired' || state === 'void' ? moneyBackOf(input) : null,
    contact: needsContact(state, input, backUrl)
      ? contactOf(project, locale, parts.subject ?? payable.reference)
      : null,
    ...handOver(input, state),
    ...parts.more,
  }
  return { status: state === 'expired' ? 410 : 200, template: `payable/${state}`, view }
}

/** Returns the key of the button that leaves the payment. An invoice stays as it is until a payment begins. */
function cancelKey(state: PayableState, { payable }: PayableInput): SentenceKey {
  if (payable.cancelUrl) return 'pay.cancel_back'
  return state === 'pay' && payable.closesAt === null ? 'pay.later' : 'pay.cancel'
}

/** Returns a warning not to pay twice, for a customer who canceled after the page had shown an account; otherwise null. */
function sentFirst({ payable, payment, project, locale }: PayableInput): string | null {
  if (!payment?.account_number || payment.reference === null) return null
  const amount = formatAmount(payable.amount, payable.currency, locale)
  const { reference } = payment
  return translate(locale)('canceled.sent', { amount, reference, shop: shortName(project) })
}

/** Returns the amount still due after a partial payment, shown instead of the total. */
function partPaid({ payable, payment, locale }: PayableInput): object {
  if (!payment || payment.amount_received === 0) return {}
  const money = (amount: number) => formatAmount(amount, payable.currency, locale)
  const rest = money(Math.max(0, payment.amount - payment.amount_received))
  const part = { received: `−${money(payment.amount_received)}`, rest }
  return { label: translate(locale)('order.rest'), amount: rest, part, bare: false }
}

/** Returns the sums of a receipt after a refund. */
function refunded(input: PayableInput): object {
  const moneyBack = moneyBackOf(input)
  if (!moneyBack || moneyBack.kind === 'due') return {}
  const label = moneyBack.kind === 'all' ? { label: translate(input.locale)('receipt.refunded') } : {}
  return { ...label, refunded: moneyBack.sums }
}

/** The pages that show when a checkout ends. Formatting a time takes a tenth of the time of a page, so others skip it. */
const SHOWS_END: ReadonlySet<PayableState> = new Set(['canceled', 'expired'])

/** Returns whether the page offers to contact the merchant: if only they can help, or if there is no link back to the shop. */
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
  { orderFields = [], paper }: PayableParts,
  redirect: RedirectView | null,
): PageSettings {
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
    title: state === 'pay' && faulty ? t('title.error', { title }) : title,
    state: redirect?.url === null ? 'opening' : (NAMES[state] ?? state),
    ...(state === 'pay' && !paper && { sheets: [] }),
    isTest: payable.isTest,
    ...(input.show === 'receipt'
      ? { keep: { receipt: '1' } }
      : state === 'canceled' && { keep: { canceled: '1' } }),
    goAfter: state === 'receipt' ? 2 : 0,
    poll: redirect?.url === null ? 1 : (POLLS[state] ?? 0),
    goTo: goalOf(input, state, redirect),
    scripts: scriptsOf(input, state, orderFields),
  }
}

function scriptsOf(
  { userAgent = '' }: PayableInput,
  state: PayableState,
  orderFields: FieldView[],
): string[] {
  if (state === 'pay' && orderFields.length > 0) return ['order.js']
  return state === 'code' && isPhone(userAgent) ? ['banks.js'] : []
}

/** Names of states in the page, where they differ: merchants' own tests may know them. */
const NAMES: Partial<Record<PayableState, string>> = { report: 'transfer' }

/** Seconds between a page's checks for a new state. */
const POLLS: Partial<Record<PayableState, number>> = { processing: 3, code: 3, redirect: 4, pending: 20 }

function goalOf(input: PayableInput, state: PayableState, redirect: RedirectView | null): string | null {
  const { payable, show } = input
  if (state === 'leaving') return payable.cancelUrl
  if (redirect) return show === 'go' ? redirect.url : null
  // A customer whose money was returned wants to read about it.
  return state === 'receipt' && show === 'auto' && !moneyBackOf(input) ? payable.successUrl : null
}
