import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { accountFact, fact } from './content.ts'
import { paidOf, type PaidPayload, payerFacts, receivedIn } from './paid.ts'

/** To the merchant: money arrived that cannot pay for anything. */
export type RefundRequiredPayload = PaidPayload & { payment: PaymentObject }

/** To the merchant: money arrived that cannot pay for anything, and its payer. */
export const refundRequired = defineEmail<RefundRequiredPayload>({
  template: 'refund_required',
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten' },
  stillTrue: whilePayment('refund_required'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, shop } = setting
    // A payment stored by an older release must be refunded completely.
    const { amount_to_refund: toRefund } = payment as Partial<PaymentObject>
    const amount = formatAmount(toRefund ?? payment.amount, receivedIn(payment), locale)
    return {
      subject: t('email.refund.subject', { amount }),
      preview: t('email.refund.lead', { amount }),
      amount,
      facts: [
        ...fact(t('email.fact.amount'), amount, true),
        ...fact(t('email.fact.reference'), payment.reference, true),
        ...fact(t('decide.payer_name'), payment.payer_name),
        ...accountFact(t('email.fact.account'), payment),
        ...payerFacts(payment, paid, setting),
      ],
      order: paid.order,
      url: paid.url,
      foot: [t('email.foot.merchant', { shop })],
    }
  },
})
