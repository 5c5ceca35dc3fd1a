import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import { manualSentence } from '../../../methods/all.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { fact, helpLine, sentencesOf, timeFact } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the customer who reported a payment: the merchant was notified, and the next steps. */
export type TransferReceivedNotePayload = PaidPayload & { payment: PaymentObject }

/** To the customer who reported a payment: the merchant was notified, and the next steps. The page can be closed. */
export const transferReceivedNote = defineEmail<TransferReceivedNotePayload>({
  template: 'transfer_received_note',
  to: 'payer',
  personal: 'erased',
  stillTrue: whilePayment('pending'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, project, shop } = setting
    const amount = formatAmount(payment.amount, payment.currency, locale)
    const reference = payment.reference ?? ''
    return {
      subject: t(manualSentence(payment.method, 'noted_subject'), { shop, amount }),
      preview: t(manualSentence(payment.method, 'noted_lead'), { shop, amount, reference }),
      sentences: sentencesOf(payment, 'noted_title', 'noted_lead', 'noted_merchant', 'noted_then'),
      amount,
      reference,
      facts: [
        ...fact(t('account.reference'), payment.reference, true),
        ...(payment.payer_name
          ? fact(t(manualSentence(payment.method, 'report_payer')), payment.payer_name)
          : []),
        ...timeFact(t(manualSentence(payment.method, 'reported_on')), payment.claimed_at, setting),
        ...fact(t('receipt.order'), paid.reference),
      ],
      order: paid.order,
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
