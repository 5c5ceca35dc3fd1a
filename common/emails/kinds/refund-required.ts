import { formatAmount } from '../../kit/format.ts'
import type { PaymentObject } from '../../payments/object.ts'
import type { RefundRequiredPayload } from '../payloads.ts'
import { accountFact, type EmailContent, fact, type Setting } from './content.ts'
import { paidOf, receivedIn } from './paid.ts'

/** To the merchant: money has come that can buy nothing any more, and from whom. */
export function refundRequired(words: RefundRequiredPayload, setting: Setting): EmailContent {
  const { payment } = words
  const paid = paidOf(words, setting)
  const { say, locale, shop } = setting
  // Of a payment that an older release wrote down, all of it is to be given back.
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
}
