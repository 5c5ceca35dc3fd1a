import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { methodLabel } from '../../text/method-label.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { dayFact, fact, helpLine } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the customer: money was refunded. The last refund of the payment has the amount. */
export type PaymentRefundedPayload = PaidPayload & { payment: PaymentObject }

/** To the customer: the refunded amount, and the order. */
export const paymentRefunded = defineEmail<PaymentRefundedPayload>({
  template: 'payment_refunded',
  to: 'payer',
  personal: 'erased',
  stillTrue: always,
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, project, shop } = setting
    const refund = payment.refunds.at(-1)
    const amount = formatAmount(refund?.amount ?? 0, refund?.currency ?? payment.currency, locale)
    return {
      subject: t('email.refunded.subject', { shop, amount }),
      preview: t('email.refunded.lead', { shop, amount }),
      amount,
      facts: [
        ...fact(t('email.fact.refunded'), amount, true),
        ...dayFact(t('email.fact.refunded_on'), refund?.created_at, setting),
        ...fact(t('receipt.method'), methodLabel(payment.method, t)),
        ...fact(t('email.fact.reference'), payment.reference),
        ...fact(t('receipt.number'), paid.receiptNumber),
        ...fact(t('receipt.order'), paid.reference),
      ],
      order: paid.order,
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
