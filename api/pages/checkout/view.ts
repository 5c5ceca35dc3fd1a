import { addressLine, answersOf } from '../../../common/domain/checkouts/delivery.ts'
import type { CheckoutObject } from '../../../common/domain/checkouts/object.ts'
import type { CheckoutClosedBy } from '../../../common/domain/checkouts/status.ts'
import { withCheckoutId } from '../../../common/domain/checkouts/web-addresses.ts'
import type { Picture } from '../../../common/domain/images/picture.ts'
import { formatAmount, formatDate } from '../../../common/kit/format.ts'
import { formatPhone } from '../../../common/kit/phone.ts'
import type { KnownContact } from '../../../common/services/checkouts/known-contact.ts'
import type { Effect } from '../../../common/services/subscriptions/paid-until.ts'
import { shortName } from '../../../common/services/text/names.ts'
import { type Params, translate } from '../../../common/services/text/translate.ts'
import type { PageView } from '../kit/page-view.ts'
import { type Row, row } from '../kit/row.ts'
import { isPayable } from '../payable/form.ts'
import { type PageInput, type Payable, stateOf } from '../payable/state.ts'
import { payableView } from '../payable/view.ts'
import { errorParamsOf, fieldGroups } from './fields.ts'
import { orderFields, orderView } from './order.ts'

/** The checkout, and for a recurring price the effect of paying it. */
export interface CheckoutPageInput extends PageInput, Partial<Effect> {
  checkout: CheckoutObject
  /** The known contact details of the customer, to prefill fields. */
  known?: KnownContact
  /** Our copies of the items' pictures, by item id. */
  pictures?: ReadonlyMap<number, Picture>
  /** Whether the page of an expired checkout offers a new one. */
  canStartAgain?: boolean
  /** Why the checkout was closed before its time; null if it was not. */
  closedBy?: CheckoutClosedBy | null
  /** The text of its payment link for customers who have paid. */
  thankYouText?: string | null
}

/** Returns the page of a checkout in its current state. */
export function checkoutView(input: CheckoutPageInput): PageView {
  const { checkout, locale } = input
  const errorParams = Object.keys(input.errors).length > 0 ? paramsOf(input) : {}
  // The order of these properties matters: see `checkoutPage`.
  const page = { payable: payableOf(checkout), ...input, errorParams }
  const state = stateOf(page)
  const order = orderView(page, state === 'pay' && isPayable(page), state !== 'pay')
  const view = payableView(page, {
    order,
    isBrief: order.items.length + order.deductions.length <= 4 && !order.editable,
    groups: fieldGroups(page, checkout, input.known),
    orderFields: orderFields(order),
    promise: checkout.mode === 'subscription' ? translate(locale)('order.no_autocharge') : null,
    facts: factsOf(input),
    answers: answersOf(checkout),
    more: {
      canStartAgain: input.canStartAgain ?? false,
      thanks: input.thankYouText ?? null,
      whyExpired: state === 'expired' ? whyExpired(input) : null,
    },
  })
  return state === 'expired' ? { ...view, template: 'checkout/expired' } : view
}

/** Returns why an expired checkout can no longer be paid; null if its time is over. */
function whyExpired({ checkout, closedBy, project, locale, now }: CheckoutPageInput): string | null {
  const t = translate(locale)
  const shop = shortName(project)
  if (closedBy === 'merchant') return t('expired.text_merchant', { shop })
  if (closedBy === 'outdated') return t('expired.text_outdated', { shop })
  return new Date(checkout.expires_at) > now ? t('expired.text_early') : null
}

function payableOf(checkout: CheckoutObject): Payable {
  return {
    status: checkout.status,
    url: checkout.url,
    currency: checkout.currency,
    amount: checkout.amount_total,
    isTest: checkout.is_test,
    customerEmail: checkout.email_collection ? checkout.customer_email : null,
    reference: checkout.client_reference_id,
    successUrl: withCheckoutId(checkout.success_url, checkout.id),
    cancelUrl: wayBack(checkout),
    paymentMethod: checkout.payment_method,
    paidAt: checkout.paid_at,
    receiptNumber: checkout.receipt_number,
    closesAt: checkout.expires_at,
  }
}

/** Returns the address to go back to. After paying, a customer has no more use for the payment link that they came from. */
function wayBack({ id, status, cancel_url: address, payment_link_id: link }: CheckoutObject): string | null {
  const isOver = status === 'pending' || status === 'complete'
  return link !== null && isOver ? null : withCheckoutId(address, id)
}

/** Returns the parameters of error sentences from the checkout and from the operation. Amounts are formatted. */
export function paramsOf(
  input: Pick<CheckoutPageInput, 'checkout' | 'locale' | 'errorParams' | 'typed'>,
): Record<string, Params> {
  const { checkout, locale, errorParams = {} } = input
  const all = errorParamsOf(checkout, input)
  for (const [name, params] of Object.entries(errorParams)) {
    const { amount } = params
    const formatted =
      typeof amount === 'number' ? { amount: formatAmount(amount, checkout.currency, locale) } : {}
    all[name] = { ...all[name], ...params, ...formatted }
  }
  return all
}

function factsOf({ checkout, payment, paidUntil, project, locale }: CheckoutPageInput): Row[] {
  const t = translate(locale)
  const until = payment?.status === 'refunded' ? null : paidUntil
  return [
    ...row(t('email.fact.paid_until'), until && formatDate(until, project.timezone, locale)),
    ...row(t('receipt.phone'), checkout.phone_number && formatPhone(checkout.phone_number)),
    // Non-breaking hyphens: `1-р хороо` is one word.
    ...row(t('receipt.address'), addressLine(checkout, locale).replaceAll('-', '\u2011')),
    ...row(t('address.note'), checkout.delivery_address?.note),
  ]
}
