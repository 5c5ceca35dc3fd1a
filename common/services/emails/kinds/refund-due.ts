import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { methodLabel } from '../../text/method-label.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { fact, helpLine } from './content.ts'
import { paidOf, type PaidPayload, receivedIn } from './paid.ts'

/** To the customer: their money arrived, but cannot pay for the order. */
export type RefundDuePayload = PaidPayload & { payment: PaymentObject }

/** To the customer: the amount that arrived, and that they must not pay again. */
export const refundDue = defineEmail<RefundDuePayload>({
  template: 'refund_due',
  to: 'payer',
  personal: 'erased',
  stillTrue: whilePayment('refund_required'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, project, shop } = setting
    const amount = formatAmount(payment.amount_to_refund, receivedIn(payment), locale)
    return {
      subject: t('email.refund_due.subject', { shop, amount }),
      preview: t('email.refund_due.lead', { amount }),
      amount,
      facts: [
        ...fact(t('email.fact.amount'), amount, true),
        ...fact(t('receipt.method'), methodLabel(payment.method, t)),
        ...fact(t('email.fact.reference'), payment.reference),
        ...fact(t('receipt.order'), paid.reference),
      ],
      order: paid.order,
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
