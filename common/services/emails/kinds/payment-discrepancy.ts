import type { Discrepancy, PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { findMethod } from '../../../methods/all.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { paidOf, type PaidPayload, payerFacts, receivedIn } from './paid.ts'

/** To the merchant: the provider's record of this payment disagrees with ours. */
export type PaymentDiscrepancyPayload = PaidPayload & { payment: PaymentObject; discrepancy: Discrepancy }

/** To the merchant: the provider's record of a payment disagrees with ours, and what to do. */
export const paymentDiscrepancy = defineEmail<PaymentDiscrepancyPayload>({
  template: 'payment_discrepancy',
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten', discrepancy: 'kept' },
  stillTrue: always,
  content(payload, setting) {
    const { payment, discrepancy } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, shop } = setting
    const money = (amount: number, currency = payment.currency) => formatAmount(amount, currency, locale)
    const label = findMethod(payment.method)?.page.label
    const method = label ? t(label) : payment.method
    const sums = (amount: number, refunded: number, currency: string) =>
      t('email.discrepancy.sums', { amount: money(amount, currency), refunded: money(refunded, currency) })
    const { provider_amount: amount, provider_refunded: refunded, provider_currency: currency } = discrepancy
    const theirs = sums(amount, refunded, currency ?? payment.currency)
    const ours = sums(payment.amount_received, payment.amount_refunded, receivedIn(payment))
    return {
      subject: t('email.discrepancy.subject', { payment: payment.id, method }),
      preview: t('email.discrepancy.lead'),
      facts: [
        ...fact(t('email.discrepancy.theirs'), theirs, true),
        ...fact(t('email.discrepancy.ours'), ours, true),
        ...fact(t('email.fact.amount'), money(payment.amount), true),
        ...payerFacts(payment, paid, setting),
      ],
      order: paid.order,
      url: paid.url,
      foot: [t('email.foot.merchant', { shop })],
    }
  },
})
