import { type Shape, shape } from '../../kit/shape.ts'
import { choice, id, text, url } from '../../kit/values.ts'
import { checkout } from '../checkouts/object.ts'
import { invoice } from '../invoices/object.ts'
import { discrepantPayment, payment } from '../payments/object.ts'
import { dueSubscription, subscription } from '../subscriptions/object.ts'

interface EventDefinition {
  /** The shape of `data.object`. */
  readonly carries: Shape<{ id: number }>
  /** The meaning of the event, in a few words. */
  readonly meaning: string
  /** How a receiver should react. */
  readonly toDo: string
  /** An example of `data.previous_attributes`, for types that have them. */
  readonly changed?: Readonly<Record<string, unknown>>
  /** It reports a failure or a difference, rather than a step: people see it in red. */
  readonly isFailure?: true
}

function defineEvent(definition: EventDefinition): EventDefinition {
  return definition
}

export const testMessage = shape('TestMessage', 'The object of a test event.', {
  id: id('The endpoint that is tested.', 3),
  object: choice('Always `test`.', ['test'], 'test'),
  url: url('The address of the endpoint.', 'https://shop.example.org/webhooks').kept(),
  message: text('A note for people who read the event.', 'This event was sent to try the endpoint.').kept(),
})

/** Every type of event. Types are named after their object, and never change. */
export const events = {
  'checkout.completed': defineEvent({
    carries: checkout,
    meaning: 'A checkout was paid',
    toDo: 'Deliver the order, once.',
  }),
  'checkout.expired': defineEvent({
    carries: checkout,
    meaning: 'A checkout can no longer be paid',
    toDo: 'Release what you reserved for the customer.',
  }),
  'subscription.created': defineEvent({
    carries: subscription,
    meaning: 'A subscription was started, by a payment or as a trial',
    toDo: 'Give access, or request the entitlements whenever the product is used.',
  }),
  'subscription.renewed': defineEvent({
    carries: subscription,
    meaning: 'A renewal was paid: the subscription lasts longer',
    toDo: 'Store the new end, if you keep a copy of it.',
    changed: {
      current_period_end: '2026-02-05T15:59:59.000000Z',
      updated_at: '2026-01-05T06:12:00.000000Z',
    },
  }),
  'subscription.updated': defineEvent({
    carries: subscription,
    meaning:
      'The plan or the period changed, a change was scheduled or withdrawn, or a cancellation was requested, explained or withdrawn',
    toDo: 'Look at `previous_attributes`: another price means another plan.',
    changed: {
      canceled_at: '2026-02-05T06:10:00.000000Z',
      cancellation_reason: 'requested',
      updated_at: '2026-02-05T06:10:00.000000Z',
    },
  }),
  'subscription.renewal_due': defineEvent({
    carries: dueSubscription,
    meaning: 'The customer was reminded to renew',
    toDo: 'Nothing: the customer was sent an email. You may also send your own reminder.',
  }),
  'subscription.past_due': defineEvent({
    carries: subscription,
    meaning: 'The period has ended and the grace period has begun',
    toDo: 'Keep access open until the grace period ends; you may show this in your app.',
    isFailure: true,
  }),
  'subscription.canceled': defineEvent({
    carries: subscription,
    meaning: 'The subscription has ended, and access with it',
    toDo: 'Remove access.',
  }),
  'payment.awaiting_verification': defineEvent({
    carries: payment,
    meaning: 'A payment awaits your decision',
    toDo: 'Check whether the money has arrived, then confirm or reject the payment.',
  }),
  'payment.verification_due': defineEvent({
    carries: payment,
    meaning: 'A payment still awaits your decision',
    toDo: 'Confirm or reject it now: the customer is waiting.',
  }),
  'payment.failed': defineEvent({
    carries: payment,
    meaning: 'A payment was declined or rejected, or it expired',
    toDo: 'Nothing: the customer can try again until the order expires.',
    isFailure: true,
  }),
  'payment.partially_paid': defineEvent({
    carries: payment,
    meaning: 'Less than the amount has arrived: the payment waits for the rest',
    toDo: 'Nothing: the customer was sent an email with the missing amount.',
  }),
  'payment.refund_required': defineEvent({
    carries: payment,
    meaning: 'Money has arrived that cannot be used: return it',
    toDo: 'Return the money through your bank, and record it as a refund.',
  }),
  'payment.refunded': defineEvent({
    carries: payment,
    meaning: 'A payment was refunded, in part or in full',
    toDo: 'Take back what was delivered, if that is what you agreed.',
  }),
  'payment.refund_failed': defineEvent({
    carries: payment,
    meaning:
      'A refund by the provider failed, also one that had succeeded: the customer does not have the money',
    toDo: "Read the refund's `failure_message`; return the money yourself, and record it with `by_hand`.",
    isFailure: true,
  }),
  'payment.discrepancy': defineEvent({
    carries: discrepantPayment,
    meaning: "The provider's record of a payment disagrees with ours",
    toDo: "Compare `discrepancy` with the provider's own pages. Nothing was corrected here, except for money that was received after all.",
    isFailure: true,
  }),
  'invoice.paid': defineEvent({
    carries: invoice,
    meaning: 'An invoice was paid',
    toDo: 'Record in your books that it is paid.',
  }),
  'invoice.void': defineEvent({
    carries: invoice,
    meaning: 'An invoice can no longer be paid',
    toDo: 'Nothing more is owed for it.',
  }),
  test: defineEvent({
    carries: testMessage,
    meaning: 'You sent a test event',
    toDo: 'Respond with 2xx.',
  }),
}

export type EventType = keyof typeof events

export const eventTypes = Object.keys(events) as EventType[]

type FirstWord<Text> = Text extends `${infer Word}.${string}` ? Word : Text

/** The kind of an event's object: the first word of its type. */
export type ObjectType = FirstWord<EventType>

/** Returns the kind of an event's object. */
export function objectOf(type: EventType): ObjectType {
  return type.split('.')[0] as ObjectType
}

export const eventObjects = Array.from(new Set(eventTypes.map(objectOf)))

/** Why a subscription was updated. It is kept permanently, even when the payload is deleted. */
export type ChangeKind =
  | 'plan_changed'
  | 'scheduled_plan_began'
  | 'cancellation_requested'
  | 'cancellation_explained'
  | 'cancellation_taken_back'
  | 'change_scheduled'
  | 'change_withdrawn'
  | 'period_shortened'
  | 'period_extended'

/** Returns whether an event reports a failure or a difference, rather than a step. */
export function isFailure(type: EventType): boolean {
  return events[type].isFailure === true
}

/** Returns the event types of one kind of object. */
export function typesAbout(object: ObjectType): EventType[] {
  return eventTypes.filter((type) => objectOf(type) === object)
}
