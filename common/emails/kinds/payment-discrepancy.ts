import { formatAmount } from '../../kit/format.ts'
import { findMethod } from '../../payments/methods/all.ts'
import type { PaymentDiscrepancyPayload } from '../payloads.ts'
import { type EmailContent, fact, type Setting } from './content.ts'
import { paidOf, receivedIn } from './paid.ts'

/** To the merchant: the provider says otherwise of a payment than we, and what to do about it. */
export function paymentDiscrepancy(words: PaymentDiscrepancyPayload, setting: Setting): EmailContent {
  const { payment, discrepancy } = words
  const paid = paidOf(words, setting)
  const { say, locale, shop } = setting
  const money = (amount: number, currency = payment.currency) => formatAmount(amount, currency, locale)
  const label = findMethod(payment.method)?.page.label
  const method = label ? say(label) : payment.method
  const sums = (amount: number, refunded: number, currency: string) =>
    say('email.discrepancy.sums', { amount: money(amount, currency), refunded: money(refunded, currency) })
  const { provider_amount: amount, provider_refunded: refunded, provider_currency: currency } = discrepancy
  const theirs = sums(amount, refunded, currency ?? payment.currency)
  const ours = sums(payment.amount_received, payment.amount_refunded, receivedIn(payment))
  return {
    subject: say('email.discrepancy.subject', { payment: payment.id, method }),
    preview: say('email.discrepancy.lead'),
    facts: [
      ...fact(say('email.discrepancy.theirs'), theirs, true),
      ...fact(say('email.discrepancy.ours'), ours, true),
      ...fact(say('email.fact.amount'), money(payment.amount), true),
      ...fact(say('receipt.payer'), payment.customer_email ?? paid.email, true),
      ...fact(say('receipt.order'), paid.reference),
      ...fact(say('email.fact.payment'), String(payment.id)),
    ],
    order: paid.order,
    url: paid.url,
    foot: [say('email.foot.merchant', { shop })],
  }
}
