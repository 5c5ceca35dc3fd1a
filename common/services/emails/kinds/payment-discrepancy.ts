import type { Discrepancy, PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { findMethod } from '../../../methods/all.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { paidOf, type PaidPayload, receivedIn } from './paid.ts'

/** To the merchant: the provider's record of this payment disagrees with ours. */
export type PaymentDiscrepancyPayload = PaidPayload & { payment: PaymentObject; discrepancy: Discrepancy }

/** To the merchant: the provider's record of a payment disagrees with ours, and what to do. */
export const paymentDiscrepancy = defineEmail<PaymentDiscrepancyPayload>({
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten', discrepancy: 'kept' },
  stillTrue: always,
  content(payload, setting) {
    const { payment, discrepancy } = payload
    const paid = paidOf(payload, setting)
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
  },
})
