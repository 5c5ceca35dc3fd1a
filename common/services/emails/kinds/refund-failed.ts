import type { PaymentObject } from '../../../domain/payments/object.ts'
import type { RefundObject } from '../../../domain/refunds/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact } from './content.ts'
import { paidOf, type PaidPayload, payerFacts } from './paid.ts'

/** To the merchant: a refund failed after it had succeeded. The customer does not have the money. */
export type RefundFailedPayload = PaidPayload & {
  payment: PaymentObject
  refund: Pick<RefundObject, 'amount' | 'currency'>
}

/** To the merchant: a refund failed after it had succeeded, and what to do. */
export const refundFailed = defineEmail<RefundFailedPayload>({
  template: 'refund_failed',
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten', refund: 'kept' },
  stillTrue: always,
  content(payload, setting) {
    const { payment, refund } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, shop } = setting
    const amount = formatAmount(refund.amount, refund.currency, locale)
    return {
      subject: t('email.refund_failed.subject', { amount }),
      preview: t('email.refund_failed.lead', { amount }),
      amount,
      facts: [...fact(t('email.fact.amount'), amount, true), ...payerFacts(payment, paid, setting)],
      order: paid.order,
      url: paid.url,
      foot: [t('email.foot.merchant', { shop })],
    }
  },
})
