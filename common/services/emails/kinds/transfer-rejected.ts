import { linesOf } from '../../../domain/emails/plain.ts'
import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount, formatDateTime } from '../../../kit/format.ts'
import { manualSentence } from '../../../methods/all.ts'
import type { ManualSentence } from '../../../methods/manual.ts'
import { defineEmail } from '../define-email.ts'
import { isOneIn, whileInvoicePayable } from '../still-true.ts'
import { helpLine, sentencesOf } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the customer: the merchant rejected the payment. The payment's `failure_message` has the reason. */
export type TransferRejectedPayload = PaidPayload & { payment: PaymentObject }

/** To the customer: the payment was rejected, the reason, and the next steps. */
export const transferRejected = defineEmail<TransferRejectedPayload>({
  template: 'transfer_rejected',
  to: 'payer',
  personal: 'erased',
  /** Valid until the customer pays in another way, or reports another payment. */
  stillTrue: async (sql, payload, now) => {
    if (!('checkout' in payload)) return whileInvoicePayable(sql, payload, now)
    return !(await isOneIn(sql, 'checkouts', [payload.checkout.id], ['complete', 'pending']))
  },
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, project, shop } = setting
    const amount = formatAmount(payment.amount, payment.currency, locale)
    const reference = payment.reference ?? ''
    const until = paid.openUntil && formatDateTime(new Date(paid.openUntil), project.timezone, locale)
    const isPart = payment.amount_received > 0
    const came = formatAmount(payment.amount_received, payment.currency, locale)
    const own = (sentence: ManualSentence) => manualSentence(payment.method, sentence)
    const lead = isPart ? 'email.rejected.lead_part' : own('email_rejected_lead')
    return {
      sentences: sentencesOf(payment, 'email_rejected_lead', 'email_rejected_contact'),
      came: isPart ? came : null,
      subject: t(own(isPart ? 'email_rejected_subject_part' : 'email_rejected_subject'), {
        shop,
        amount,
        came,
      }),
      preview: t(lead, { shop, amount, came, reference }),
      amount,
      reference,
      reason: linesOf(payment.failure_message ?? ''),
      payable: paid.isOpen,
      payableUntil: until,
      over: paid.isOver,
      facts: [],
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
