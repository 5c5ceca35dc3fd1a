import type { PaymentObject } from '../../../domain/payments/object.ts'
import { formatAmount, formatDateTime } from '../../../kit/format.ts'
import { defineEmail } from '../define-email.ts'
import { whilePayment } from '../still-true.ts'
import { accountFact, fact, helpLine } from './content.ts'
import { paidOf, type PaidPayload } from './paid.ts'

/** To the customer who chose a bank transfer: the account, the amount and the reference. */
export type TransferDetailsPayload = PaidPayload & { payment: PaymentObject }

/**
 * To the customer who chose a bank transfer: everything that a bank's app asks for, so that the page is not needed.
 */
export const transferDetails = defineEmail<TransferDetailsPayload>({
  to: 'payer',
  personal: 'erased',
  stillTrue: whilePayment('started', 'pending'),
  content(payload, setting) {
    const { payment } = payload
    const paid = paidOf(payload, setting)
    const { say, locale, project, shop } = setting
    const amount = formatAmount(payment.amount, payment.currency, locale)
    const reference = payment.reference ?? ''
    return {
      subject: say('email.details.subject', { shop, amount }),
      preview: say('email.details.lead', { shop, amount, reference }),
      amount,
      reference,
      until: payment.expires_at && formatDateTime(new Date(payment.expires_at), project.timezone, locale),
      facts: [
        ...fact(say('transfer.bank'), payment.bank_name),
        ...accountFact(say('transfer.account'), { account_number: payment.account_number }, true),
        ...fact(say('transfer.holder'), payment.account_holder),
        ...fact(say('email.fact.amount'), amount, true),
        { label: say('transfer.reference'), text: reference, large: true },
        ...fact(say('receipt.order'), paid.reference),
      ],
      order: paid.order,
      url: paid.url,
      foot: [helpLine(setting, project.email, project.supportPhone)],
    }
  },
})
