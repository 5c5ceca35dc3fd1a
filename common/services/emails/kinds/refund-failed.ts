import type { PaymentObject } from '../../../domain/payments/object.ts'
import type { RefundObject } from '../../../domain/refunds/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the merchant: a refund failed after it had succeeded. The customer does not have the money. */
export type RefundFailedPayload = PaidPayload & {
  payment: PaymentObject
  refund: Pick<RefundObject, 'amount' | 'currency'>
}

/** To the merchant: a refund failed after it had succeeded, and what to do. */
export const refundFailed = defineEmail<RefundFailedPayload>({
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten', refund: 'kept' },
  stillTrue: always,
  content(payload, setting) {
    const { payment, refund } = payload
    const paid = paidOf(payload, setting)
    const { say, locale, shop } = setting
    const amount = formatAmount(refund.amount, refund.currency, locale)
    return {
      subject: say('email.refund_failed.subject', { amount }),
      preview: say('email.refund_failed.lead', { amount }),
      amount,
      facts: [
        ...fact(say('email.fact.amount'), amount, true),
        ...fact(say('receipt.payer'), payment.customer_email ?? paid.email, true),
        ...fact(say('receipt.phone'), payment.phone_number ?? paid.phone),
        ...fact(say('receipt.order'), paid.reference),
        ...fact(say('email.fact.payment'), String(payment.id)),
      ],
      order: paid.order,
      url: paid.url,
      foot: [say('email.foot.merchant', { shop })],
    }
  },
})
