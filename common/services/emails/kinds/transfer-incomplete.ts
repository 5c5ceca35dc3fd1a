import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount, formatDateTime } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { accountFact, fact, helpLine, sentencesOf } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the customer: part of the money has arrived. The payment has the amount. */
export type TransferIncompletePayload = PaidPayload & { payment: PaymentObject }

/** To the customer: the missing amount, and the account to send it to. */
export const transferIncomplete = defineEmail<TransferIncompletePayload>({
  template: 'transfer_incomplete',
  to: 'payer',
  personal: 'erased',
  stillTrue: whilePayment('pending'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { t, locale, project, shop } = setting
    const money = (amount: Amount) => formatAmount(amount, payment.currency, locale)
    const missing = money(payment.amount - payment.amount_received)
    const came = money(payment.amount_received)
    return {
      subject: t('email.incomplete.subject', { shop, missing }),
      preview: t('email.incomplete.lead', { shop, missing, came }),
      sentences: sentencesOf(payment, 'incomplete_how'),
      came,
      missing,
      until: payment.expires_at && formatDateTime(new Date(payment.expires_at), project.timezone, locale),
      facts: [
        ...fact(t('email.fact.missing'), missing, true),
        ...fact(t('email.fact.reference'), payment.reference, true),
        ...fact(t('account.bank'), payment.bank_name),
        ...accountFact(t('account.number'), { account_number: payment.account_number }, true),
        ...fact(t('account.holder'), payment.account_holder),
        ...fact(t('receipt.order'), paid.reference),
      ],
      order: paid.order,
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
