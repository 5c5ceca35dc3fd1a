import { formatAmount, formatDateTime } from '../../kit/format.ts'
import { answerUrl, decisionUrl } from '../../links/decision.ts'
import type { TransferReportedPayload } from '../payloads.ts'
import { accountFact, type EmailContent, fact, type Setting, timeFact } from './content.ts'
import { paidOf } from './paid.ts'

/** To the merchant: what to look for in the account, and for each answer the page on which one press decides. */
export function transferReported(words: TransferReportedPayload, setting: Setting): EmailContent {
  return transferEmail('reported', words, setting)
}

/** To the merchant: a reported transfer still waits for a decision. */
export function transferDue(words: TransferReportedPayload, setting: Setting): EmailContent {
  return transferEmail('due', words, setting)
}

function transferEmail(
  kind: 'reported' | 'due',
  words: TransferReportedPayload,
  setting: Setting,
): EmailContent {
  const { payment } = words
  const paid = paidOf(words, setting)
  const { say, locale, project, shop } = setting
  const time = (at: string | null) => at && formatDateTime(new Date(at), project.timezone, locale)
  const amount = formatAmount(payment.amount, payment.currency, locale)
  const reference = payment.reference ?? ''
  const decision = decisionUrl(payment.id, payment.claimed_at ?? '', new Date(words.link_expires_at))
  return {
    subject: say(`email.${kind}.subject`, { amount, reference }),
    preview: say(`email.${kind}.lead`, { amount, reference }),
    amount,
    reference,
    decideBy: time(payment.expires_at),
    linkUntil: time(words.link_expires_at),
    facts: [
      ...fact(say('email.fact.amount'), amount, true),
      { label: say('email.fact.reference'), text: reference, large: true },
      ...fact(say('decide.payer_name'), payment.payer_name),
      ...accountFact(say('email.fact.account'), payment),
    ],
    // What the decision does not need stands below the two answers.
    further: [
      ...fact(say('receipt.payer'), payment.customer_email ?? paid.email),
      ...fact(say('receipt.phone'), payment.phone_number ?? paid.phone),
      ...fact(say('receipt.order'), paid.reference),
      ...timeFact(say('email.fact.reported'), payment.claimed_at, setting),
      ...fact(say('email.fact.payment'), String(payment.id)),
    ],
    order: paid.order,
    url: answerUrl(decision, 'yes'),
    notArrivedUrl: answerUrl(decision, 'no'),
    foot: [say('email.foot.merchant', { shop })],
  }
}
