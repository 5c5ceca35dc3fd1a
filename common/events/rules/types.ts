/** Everything that a merchant can be told of. */
export const eventTypes = [
  'checkout.completed',
  'checkout.expired',
  'subscription.created',
  'subscription.renewed',
  'subscription.updated',
  'subscription.renewal_due',
  'subscription.past_due',
  'subscription.canceled',
  'payment.awaiting_verification',
  'payment.verification_due',
  'payment.failed',
  'payment.partially_paid',
  'payment.refund_required',
  'payment.refunded',
  'payment.refund_failed',
  'payment.discrepancy',
  'invoice.paid',
  'invoice.void',
  'test',
] as const

export type EventType = (typeof eventTypes)[number]

export const eventObjects = ['checkout', 'subscription', 'payment', 'invoice', 'test'] as const

export type ObjectType = (typeof eventObjects)[number]

/** Why a subscription was updated; kept for good, when what the event carried is forgotten. */
export type ChangeKind =
  | 'plan_changed'
  | 'scheduled_plan_began'
  | 'cancellation_requested'
  | 'cancellation_explained'
  | 'cancellation_taken_back'

/** The types of events about one kind of object: they are named after it. */
export function typesAbout(object: ObjectType): EventType[] {
  return eventTypes.filter((type) => type.split('.')[0] === object)
}
