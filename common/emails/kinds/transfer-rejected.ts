import { formatAmount, formatDateTime } from '../../kit/format.ts'
import type { TransferRejectedPayload } from '../payloads.ts'
import { linesOf } from '../rules/plain.ts'
import { type EmailContent, helpLine, type Setting } from './content.ts'
import { paidOf } from './paid.ts'

/** To the customer: the transfer was not found, why, and what can be done now. */
export function transferRejected(words: TransferRejectedPayload, setting: Setting): EmailContent {
  const { payment } = words
  const paid = paidOf(words, setting)
  const { say, locale, project, shop } = setting
  const amount = formatAmount(payment.amount, payment.currency, locale)
  const reference = payment.reference ?? ''
  const until = paid.openUntil && formatDateTime(new Date(paid.openUntil), project.timezone, locale)
  const isPart = payment.amount_received > 0
  const came = formatAmount(payment.amount_received, payment.currency, locale)
  const lead = isPart ? 'email.rejected.lead_part' : 'email.rejected.lead'
  return {
    came: isPart ? came : null,
    subject: say(isPart ? 'email.rejected.subject_part' : 'email.rejected.subject', { shop, amount, came }),
    preview: say(lead, { shop, amount, came, reference }),
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
}
