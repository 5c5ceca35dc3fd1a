import type { PriceObject } from '../../../domain/prices/object.ts'
import type { SubscriptionObject } from '../../../domain/subscriptions/object.ts'
import { formatAmount } from '../../../kit/format.ts'
import type { Amount } from '../../../kit/money.ts'
import { planName, shortName } from '../../text/names.ts'
import { defineEmail } from '../define-email.ts'
import { always } from '../still-true.ts'
import { fact, timeFact } from './content.ts'

/** To the merchant: a subscription has ended, because the prepaid time after its period could not begin. */
export interface RenewalBlockedPayload {
  subscription: SubscriptionObject
  /** The paid object of that time. */
  price: PriceObject
  /** The subscription that holds the product for the same customer. */
  blocked_by: number
  /** The payments for all the time that can no longer begin, in order of time. */
  orders: { url: string; receipt_number: string | null; amount: Amount }[]
}

/** To the merchant: the customer whose prepaid subscription ended, the reason, and the amount to refund. */
export const renewalBlocked = defineEmail<RenewalBlockedPayload>({
  template: 'renewal_blocked',
  to: 'merchant',
  personal: { subscription: 'rewritten', price: 'kept', blocked_by: 'kept', orders: 'kept' },
  stillTrue: always,
  content(payload, setting) {
    const { subscription, price, blocked_by: other, orders } = payload
    const { t, locale, project, shop } = setting
    const { customer, ended_at: endedAt } = subscription
    const about = { product: shortName(subscription.product), next: shortName(price.product) }
    const total = orders.reduce((sum, { amount }) => sum + amount, 0)
    const receipts = orders.flatMap(({ receipt_number: number }) => number ?? [])
    return {
      subject: t('email.blocked.subject', about),
      preview: t('email.blocked.lead', about),
      ...about,
      facts: [
        ...fact(t('receipt.payer'), [customer.name, customer.email].filter(Boolean).join(', '), true),
        ...fact(t('receipt.phone'), customer.phone),
        ...fact(t('email.fact.customer_reference'), customer.client_reference_id),
        ...fact(t('email.fact.plan'), planName(subscription.price)),
        ...timeFact(t('email.fact.ended'), endedAt, setting),
        ...fact(t('email.fact.paid_ahead_for'), planName(price)),
        ...fact(t('email.fact.paid_ahead'), formatAmount(total, project.currency, locale), true),
        ...fact(t('email.fact.receipts'), receipts.join(', ')),
        ...fact(t('email.fact.subscription'), String(subscription.id)),
        ...fact(t('email.fact.other_subscription'), String(other)),
      ],
      url: orders[0]?.url ?? '',
      foot: [t('email.foot.merchant', { shop })],
    }
  },
})
