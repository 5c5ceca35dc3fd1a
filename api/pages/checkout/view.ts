import type { CheckoutObject } from '../../../common/checkouts/object.ts'
import type { PaymentObject } from '../../../common/payments/object.ts'
import type { Project } from '../../../common/projects/project.ts'
import { pageFrame, shopOf, shortName, type PageSelf } from '../frame.ts'
import { formatAmount, formatDateTime, words, type Locale, type Params, type WordKey } from '../words.ts'
import { formView } from './form.ts'
import { orderView } from './order.ts'
import { receiptView, transferView } from './payment.ts'

export interface CheckoutPageInput {
  project: Project
  checkout: CheckoutObject
  /** The current attempt, else the last one: a declined one shows its failure. */
  payment: PaymentObject | null
  /** The methods offered, such as `test` and `bank_transfer`. */
  methods: string[]
  locale: Locale
  now: Date
  nonce: string
  formToken: string
  /** What was typed, by the form's flat names. */
  typed: Record<string, string>
  /** Form field → key in the catalogue; '' holds what concerns no field. */
  errors: Record<string, string>
  show: 'auto' | 'canceled' | 'leaving_cancel' | 'receipt'
  /** Until when a recurring price is paid for, where that is known before paying. */
  paidUntil?: Date | null
}

export type CheckoutState =
  'pay' | 'transfer' | 'processing' | 'pending' | 'receipt' | 'expired' | 'canceled' | 'leaving'

/** Which page a checkout shows. What has happened to it comes before what the customer asked to see. */
export function stateOf({
  checkout,
  payment,
  show,
}: Pick<CheckoutPageInput, 'checkout' | 'payment' | 'show'>): CheckoutState {
  if (checkout.status === 'complete') return 'receipt'
  if (checkout.status === 'pending') return 'pending'
  if (show === 'leaving_cancel' && checkout.cancel_url) return 'leaving'
  if (checkout.status === 'expired') return 'expired'
  if (show === 'canceled' || show === 'leaving_cancel') return 'canceled'
  if (payment?.status !== 'started') return 'pay'
  return payment.method === 'bank_transfer' ? 'transfer' : 'processing'
}

export function checkoutView(input: CheckoutPageInput): { status: number; template: string; view: object } {
  const { project, checkout, payment, locale, now } = input
  const state = stateOf(input)
  const say = (key: WordKey, params: Params = {}) =>
    words(locale)(key, { shop: shortName(project), ...params })
  const money = (amount: number) => formatAmount(amount, checkout.currency, locale)
  const time = (iso: string | null) => (iso ? formatDateTime(new Date(iso), project.timezone, locale) : '')
  const view = {
    page: pageFrame(pageOf(input, state), project),
    shop: shopOf(project),
    order: orderView(checkout, locale, input.paidUntil ?? null, project.timezone),
    total: money(checkout.amount_total),
    form: { token: input.formToken, amountTotal: checkout.amount_total },
    expires: time(checkout.expires_at),
    backUrl: state === 'receipt' ? (checkout.success_url ?? checkout.cancel_url) : checkout.cancel_url,
    pageUrl: `${checkout.url}?lang=${locale}`,
    cancelLabel: say(checkout.cancel_url ? 'pay.cancel_back' : 'pay.cancel'),
    // Past its time a checkout starts nothing new, though a payment under way may still complete it.
    chooseUrl: new Date(checkout.expires_at) > now ? `?choose=1&lang=${locale}` : null,
    pay: state === 'pay' ? formView(input) : null,
    transfer: state === 'transfer' && payment ? transferView(payment, project, locale) : null,
    pending: state === 'pending' ? pendingLines(input, say, money, time) : null,
    receipt: state === 'receipt' ? receiptView(input) : null,
  }
  return { status: state === 'expired' ? 410 : 200, template: `checkout/${state}`, view }
}

function pageOf(input: CheckoutPageInput, state: CheckoutState): PageSelf {
  const { checkout, locale, project, errors } = input
  const free = state === 'pay' && checkout.amount_total === 0
  const faulty = Object.keys(errors).length > 0
  const say = words(locale)
  const title = say(free ? 'title.free' : `title.${state}`, {
    shop: shortName(project),
    amount: formatAmount(checkout.amount_total, checkout.currency, locale),
    number: checkout.receipt_number ?? '',
  })
  return {
    lang: locale,
    nonce: input.nonce,
    title:
      state === 'pay' && (faulty || input.payment?.status === 'failed')
        ? say('title.error', { title })
        : title,
    state,
    isTest: checkout.is_test,
    keep: input.show === 'receipt' ? 'receipt=1&' : state === 'canceled' ? 'canceled=1&' : '',
    poll: state === 'processing' ? 3 : state === 'pending' ? 20 : 0,
    goTo:
      state === 'leaving'
        ? checkout.cancel_url
        : state === 'receipt' && input.show === 'auto'
          ? checkout.success_url
          : null,
  }
}

function pendingLines(
  { checkout, payment }: CheckoutPageInput,
  say: (key: WordKey, params?: Params) => string,
  money: (amount: number) => string,
  time: (iso: string | null) => string,
): string[] {
  const email = checkout.customer_email
  return [
    say('pending.reported', {
      amount: money(payment?.amount ?? checkout.amount_total),
      reference: payment?.reference ?? '',
      time: time(payment?.claimed_at ?? null),
    }),
    email && checkout.email_collection ? say('pending.next_email', { email }) : say('pending.next'),
    say('pending.close'),
  ]
}

/** Pages that belong to no merchant: they do not say whether there ever was anything at the address. */
export function errorView(
  kind: 'not_found' | 'error' | 'expired_form',
  locale: Locale,
  nonce: string,
): { template: string; view: object } {
  const say = words(locale)
  const heading = say(`error.${kind}`)
  return {
    template: 'errors/error',
    view: {
      page: pageFrame({ lang: locale, nonce, title: heading, state: `error_${kind}` }, null),
      heading,
      text: say(`error.${kind}_text`),
      again: kind !== 'not_found',
    },
  }
}
