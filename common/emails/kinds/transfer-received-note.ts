import { formatAmount } from '../../kit/format.ts'
import type { TransferReceivedNotePayload } from '../payloads.ts'
import { type EmailContent, fact, helpLine, type Setting, timeFact } from './content.ts'
import { paidOf } from './paid.ts'

/** To the customer, who has reported a transfer: the merchant knows, and what comes next, so that the page can be closed. */
export function transferReceivedNote(words: TransferReceivedNotePayload, setting: Setting): EmailContent {
  const { payment } = words
  const paid = paidOf(words, setting)
  const { say, locale, project, shop } = setting
  const amount = formatAmount(payment.amount, payment.currency, locale)
  const reference = payment.reference ?? ''
  return {
    subject: say('email.noted.subject', { shop, amount }),
    preview: say('email.noted.lead', { shop, amount, reference }),
    amount,
    reference,
    facts: [
      ...fact(say('transfer.reference'), payment.reference, true),
      ...fact(say('transfer.payer'), payment.payer_name),
      ...timeFact(say('email.fact.reported'), payment.claimed_at, setting),
      ...fact(say('receipt.order'), paid.reference),
    ],
    order: paid.order,
    url: paid.url,
    foot: [helpLine(setting, project.email, project.supportPhone)],
  }
}
