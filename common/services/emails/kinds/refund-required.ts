import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { accountFact, fact } from './content.ts'
import { paidOf, type PaidPayload, receivedIn } from './paid.ts'

/** To the merchant: money arrived that cannot pay for anything. */
export type RefundRequiredPayload = PaidPayload & { payment: PaymentObject }

/** To the merchant: money arrived that cannot pay for anything, and its payer. */
export const refundRequired = defineEmail<RefundRequiredPayload>({
  to: 'merchant',
  personal: { checkout: 'rewritten', invoice: 'rewritten', payment: 'rewritten' },
  stillTrue: whilePayment('refund_required'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { say, locale, shop } = setting
    // A payment stored by an older release must be refunded completely.
    const { amount_to_refund: toRefund } = payment as Partial<PaymentObject>
    const amount = formatAmount(toRefund ?? payment.amount, receivedIn(payment), locale)
    return {
      subject: say('email.refund.subject', { amount }),
      preview: say('email.refund.lead', { amount }),
      amount,
      facts: [
        ...fact(say('email.fact.amount'), amount, true),
        ...fact(say('email.fact.reference'), payment.reference, true),
        ...fact(say('decide.payer_name'), payment.payer_name),
        ...accountFact(say('email.fact.account'), payment),
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
