import { formatAmount } from '../../kit/format.ts'
import { methodLabel } from '../../text/method-label.ts'
import type { PaymentRefundedPayload } from '../payloads.ts'
import { dayFact, type EmailContent, fact, helpLine, type Setting } from './content.ts'
import { paidOf } from './paid.ts'

/** To the customer: how much was given back, and of what. */
export function paymentRefunded(words: PaymentRefundedPayload, setting: Setting): EmailContent {
  const { payment } = words
  const paid = paidOf(words, setting)
  const { say, locale, project, shop } = setting
  const refund = payment.refunds.at(-1)
  const amount = formatAmount(refund?.amount ?? 0, refund?.currency ?? payment.currency, locale)
  return {
    subject: say('email.refunded.subject', { shop, amount }),
    preview: say('email.refunded.lead', { shop, amount }),
    amount,
    facts: [
      ...fact(say('email.fact.refunded'), amount, true),
      ...dayFact(say('email.fact.refunded_on'), refund?.created_at, setting),
      ...fact(say('receipt.method'), methodLabel(payment.method, say)),
      ...fact(say('email.fact.reference'), payment.reference),
      ...fact(say('receipt.number'), paid.receiptNumber),
      ...fact(say('receipt.order'), paid.reference),
    ],
    order: paid.order,
    url: paid.url,
    foot: [helpLine(setting, project.email, project.supportPhone)],
  }
}
