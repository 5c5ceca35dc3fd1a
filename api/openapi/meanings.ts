import type { EventType } from '../../common/events/rules/types.ts'

const MEANINGS: Record<EventType, string> = {
  'checkout.completed': 'A checkout was paid',
  'checkout.expired': 'A checkout can no longer be paid',
  'subscription.created': 'A subscription was started, by a payment or as a trial',
  'subscription.renewed': 'More time was paid for',
  'subscription.updated':
    'The plan changed, or a cancellation was requested, explained by the customer or taken back',
  'subscription.renewal_due': 'The customer was reminded to renew',
  'subscription.past_due': 'The period is over and the days of grace have begun',
  'subscription.canceled': 'The subscription has ended: take access away',
  'payment.awaiting_verification': 'A customer has reported a transfer: look for it',
  'payment.verification_due': 'A reported transfer still waits for your word',
  'payment.failed': 'A payment was declined or rejected, or its time ran out',
  'payment.partially_paid': 'Less than the sum has come: the payment waits for the rest',
  'payment.refund_required': 'Money has come that can pay for nothing: give it back',
  'payment.refunded': 'Money was given back: a part of it, or all',
  'payment.refund_failed': 'The provider could not give money back that it was told to',
  'payment.discrepancy': 'The provider of a payment says otherwise than we do',
  'invoice.paid': 'An invoice was paid',
  'invoice.void': 'An invoice can no longer be paid',
  test: 'You asked for it',
}

/** What has happened, in a few words. */
export function meaningOf(type: EventType): string {
  return MEANINGS[type]
}
