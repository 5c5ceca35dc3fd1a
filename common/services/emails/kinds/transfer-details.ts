import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount, formatDateTime } from '../../../kit/format.ts'
import { manualSentence } from '../../../methods/all.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { accountFact, fact, helpLine, sentencesOf } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the customer who chose to pay by hand: the account if there is one, the amount and the reference. */
export type TransferDetailsPayload = PaidPayload & { payment: PaymentObject }

/** To the customer who chose to pay by hand: all details, in case they lose the page. */
export const transferDetails = defineEmail<TransferDetailsPayload>({
  template: 'transfer_details',
  to: 'payer',
  personal: 'erased',
  stillTrue: whilePayment('started', 'pending'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, project, shop } = setting
    const amount = formatAmount(payment.amount, payment.currency, locale)
    const reference = payment.reference ?? ''
    return {
      subject: t('email.details.subject', { shop, amount }),
      preview: t(manualSentence(payment.method, 'details_lead'), { shop, amount, reference }),
      sentences: sentencesOf(
        payment,
        ...(['details_title', 'details_lead', 'details_how', 'details_until', 'details_then'] as const),
      ),
      amount,
      reference,
      until: payment.expires_at && formatDateTime(new Date(payment.expires_at), project.timezone, locale),
      facts: [
        ...fact(t('account.bank'), payment.bank_name),
        ...accountFact(t('account.number'), { account_number: payment.account_number }, true),
        ...fact(t('account.holder'), payment.account_holder),
        ...fact(t('email.fact.amount'), amount, true),
        { label: t('account.reference'), text: reference, large: true },
        ...fact(t('receipt.order'), paid.reference),
      ],
      order: paid.order,
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
