import { type Shape, shape } from '../../kit/shape.ts'
import { choice, id, text, url } from '../../kit/values.ts'
import { checkout } from '../checkouts/object.ts'
import { invoice } from '../invoices/object.ts'
import { discrepantPayment, payment } from '../payments/object.ts'
import { dueSubscription, subscription } from '../subscriptions/object.ts'

interface EventDefinition {
  /** The shape of `data.object`. */
  readonly carries: Shape<unknown>
  /** The meaning of the event, in a few words. */
  readonly meaning: string
  /** How a receiver should react. */
  readonly toDo: string
  /** An example of `data.previous_attributes`, for types that have them. */
  readonly changed?: Readonly<Record<string, unknown>>
}

function defineEvent(definition: EventDefinition): EventDefinition {
  return definition
}

export const testMessage = shape('TestMessage', 'The object of a test event.', {
  id: id('The endpoint that is tested.', 3),
  object: choice('Always `test`.', ['test'], 'test'),
  url: url('The address of the endpoint.', 'https://shop.example.org/webhooks'),
  message: text('A note for people who read the event.', 'This event was sent to try the endpoint.'),
})

/** Every type of event. Types are named after their object, and never change. */
export const events = {
  'checkout.completed': defineEvent({
    carries: checkout,
    meaning: 'A checkout was paid',
    toDo: 'Deliver what was bought, once: this is the moment.',
  }),
  'checkout.expired': defineEvent({
    carries: checkout,
    meaning: 'A checkout can no longer be paid',
    toDo: 'Put back what you held for the customer.',
  }),
  'subscription.created': defineEvent({
    carries: subscription,
    meaning: 'A subscription was started, by a payment or as a trial',
    toDo: 'Open what was bought, or ask for entitlements when it is used.',
  }),
  'subscription.renewed': defineEvent({
    carries: subscription,
    meaning: 'More time was paid for',
    toDo: 'Note the new end, if you keep it.',
    changed: {
      current_period_end: '2026-02-05T15:59:59.000000Z',
      updated_at: '2026-01-05T06:12:00.000000Z',
    },
  }),
  'subscription.updated': defineEvent({
    carries: subscription,
    meaning:
      'The plan or the period changed, a change was scheduled or taken back, or a cancellation was requested, explained or taken back',
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
    toDo: 'Nothing: the customer was mailed. You may remind them in your own words as well.',
  }),
  'subscription.past_due': defineEvent({
    carries: subscription,
    meaning: 'The period is over and the days of grace have begun',
    toDo: 'Keep access open until it ends; you may show this in your app.',
  }),
  'subscription.canceled': defineEvent({
    carries: subscription,
    meaning: 'The subscription has ended: take access away',
    toDo: 'Close what was bought.',
  }),
  'payment.awaiting_verification': defineEvent({
    carries: payment,
    meaning: 'A customer reported a transfer: look for it',
    toDo: 'Look at the bank account, then confirm or reject it.',
  }),
  'payment.verification_due': defineEvent({
    carries: payment,
    meaning: 'A reported transfer still awaits your decision',
    toDo: 'The same, now: the customer is waiting.',
  }),
  'payment.failed': defineEvent({
    carries: payment,
    meaning: 'A payment was declined or rejected, or its time ran out',
    toDo: 'Nothing: the customer was told, and can try again while there is time.',
  }),
  'payment.partially_paid': defineEvent({
    carries: payment,
    meaning: 'Less than the sum has come: the payment waits for the rest',
    toDo: 'Nothing: the customer was mailed what is missing.',
  }),
  'payment.refund_required': defineEvent({
    carries: payment,
    meaning: 'Money has come that can pay for nothing: give it back',
    toDo: 'Give the money back by your bank, and record it as a refund.',
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
    toDo: "Read the refund's `failure_message`; send the money by hand, and record it with `by_hand`.",
  }),
  'payment.discrepancy': defineEvent({
    carries: discrepantPayment,
    meaning: "The provider's record of a payment disagrees with ours",
    toDo: "Compare `discrepancy` with the provider's own pages. Nothing was corrected here, except for money that was received after all.",
  }),
  'invoice.paid': defineEvent({
    carries: invoice,
    meaning: 'An invoice was paid',
    toDo: 'Note that it is paid.',
  }),
  'invoice.void': defineEvent({
    carries: invoice,
    meaning: 'An invoice can no longer be paid',
    toDo: 'Nothing more is owed for it.',
  }),
  test: defineEvent({
    carries: testMessage,
    meaning: 'You sent a test event',
    toDo: 'Answer with 2xx.',
  }),
}

export type EventType = keyof typeof events

export const eventTypes = Object.keys(events) as EventType[]

export const eventObjects = ['checkout', 'subscription', 'payment', 'invoice', 'test'] as const

export type ObjectType = (typeof eventObjects)[number]

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

/** Returns the event types of one kind of object: they start with its name. */
export function typesAbout(object: ObjectType): EventType[] {
  return eventTypes.filter((type) => type.split('.')[0] === object)
}
