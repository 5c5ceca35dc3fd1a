import type { EventType } from '../../common/events/rules/types.ts'

const TO_DO: Record<EventType, string> = {
  'checkout.completed': 'Deliver what was bought, once: this is the moment.',
  'checkout.expired': 'Put back what you held for the customer.',
  'subscription.created': 'Open what was bought, or ask for entitlements when it is used.',
  'subscription.renewed': 'Note the new end, if you keep it.',
  'subscription.updated': 'Look at `previous_attributes`: another price means another plan.',
  'subscription.renewal_due':
    'Nothing: the customer was mailed. You may remind them in your own words as well.',
  'subscription.past_due': 'Keep access open until it ends; you may say so in your app.',
  'subscription.canceled': 'Close what was bought.',
  'payment.awaiting_verification': 'Look at the bank account, then confirm or reject it.',
  'payment.verification_due': 'The same, now: the customer waits.',
  'payment.failed': 'Nothing: the customer was told, and can try again while there is time.',
  'payment.partially_paid': 'Nothing: the customer was mailed what is missing.',
  'payment.refund_required': 'Give the money back by your bank, and record it as a refund.',
  'payment.refunded': 'Take back what was delivered, if that is what you agreed.',
  'payment.refund_failed':
    "Read the refund's `failure_message`; send the money by hand, and record it with `by_hand`.",
  'payment.discrepancy':
    "Compare `discrepancy` with the provider's own pages. Nothing was mended here but money that came after all.",
  'invoice.paid': 'Note that it is paid.',
  'invoice.void': 'Nothing more is owed for it.',
  test: 'Answer with 2xx.',
}

/** What a receiver does when it hears of that. */
export function toDoOf(type: EventType): string {
  return TO_DO[type]
}
