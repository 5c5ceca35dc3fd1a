import { formatAmount } from '../../kit/format.ts'
import { planName } from '../../text/plan-name.ts'
import { shortName } from '../../text/short-name.ts'
import type { RenewalBlockedPayload } from '../payloads.ts'
import { type EmailContent, fact, type Setting, timeFact } from './content.ts'

/** To the merchant: whose subscription has ended though more was paid, why, and what to give back. */
export function renewalBlocked(words: RenewalBlockedPayload, setting: Setting): EmailContent {
  const { subscription, price, blocked_by: other, orders } = words
  const { say, locale, project, shop } = setting
  const { customer, ended_at: endedAt } = subscription
  const about = { product: shortName(subscription.product), next: shortName(price.product) }
  const total = orders.reduce((sum, { amount }) => sum + amount, 0)
  const receipts = orders.flatMap(({ receipt_number: number }) => number ?? [])
  return {
    subject: say('email.blocked.subject', about),
    preview: say('email.blocked.lead', about),
    ...about,
    facts: [
      ...fact(say('receipt.payer'), [customer.name, customer.email].filter(Boolean).join(', '), true),
      ...fact(say('receipt.phone'), customer.phone),
      ...fact(say('email.fact.customer_reference'), customer.client_reference_id),
      ...fact(say('email.fact.plan'), planName(subscription.price)),
      ...timeFact(say('email.fact.ended'), endedAt, setting),
      ...fact(say('email.fact.paid_ahead_for'), planName(price)),
      ...fact(say('email.fact.paid_ahead'), formatAmount(total, project.currency, locale), true),
      ...fact(say('email.fact.receipts'), receipts.join(', ')),
      ...fact(say('email.fact.subscription'), String(subscription.id)),
      ...fact(say('email.fact.other_subscription'), String(other)),
    ],
    url: orders[0]?.url ?? '',
    foot: [say('email.foot.merchant', { shop })],
  }
}
