import { formatAmount, formatDateTime } from '../../kit/format.ts'
import type { Amount } from '../../kit/money.ts'
import type { TransferIncompletePayload } from '../payloads.ts'
import { accountFact, type EmailContent, fact, helpLine, type Setting } from './content.ts'
import { paidOf } from './paid.ts'

/** To the customer: how much is missing, and where to send it. */
export function transferIncomplete(words: TransferIncompletePayload, setting: Setting): EmailContent {
  const { payment } = words
  const paid = paidOf(words, setting)
  const { say, locale, project, shop } = setting
  const money = (amount: Amount) => formatAmount(amount, payment.currency, locale)
  const missing = money(payment.amount - payment.amount_received)
  const came = money(payment.amount_received)
  return {
    subject: say('email.incomplete.subject', { shop, missing }),
    preview: say('email.incomplete.lead', { shop, missing, came }),
    came,
    missing,
    until: payment.expires_at && formatDateTime(new Date(payment.expires_at), project.timezone, locale),
    facts: [
      ...fact(say('email.fact.missing'), missing, true),
      ...fact(say('email.fact.reference'), payment.reference, true),
      ...fact(say('transfer.bank'), payment.bank_name),
      ...accountFact(say('transfer.account'), { account_number: payment.account_number }, true),
      ...fact(say('transfer.holder'), payment.account_holder),
      ...fact(say('receipt.order'), paid.reference),
    ],
    order: paid.order,
    url: paid.url,
    foot: [helpLine(setting, project.email, project.supportPhone)],
  }
}
