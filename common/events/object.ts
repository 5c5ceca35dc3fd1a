import { checkout } from '../checkouts/object.ts'
import { invoice } from '../invoices/object.ts'
import { either, type Infer, Kind, object, optional, type Shape, shape } from '../kit/shape.ts'
import {
  choice,
  createdAt,
  id,
  isTest,
  nothing,
  projectId,
  text,
  time,
  url,
  wholeNumber,
} from '../kit/values.ts'
import { pretended } from '../payments/methods/all.ts'
import { discrepantPayment, payment } from '../payments/object.ts'
import { dueSubscription, subscription } from '../subscriptions/object.ts'
import { eventObjects, type EventType, eventTypes, type ObjectType } from './rules/types.ts'

const testMessage = shape('TestMessage', 'What a test event carries.', {
  id: id('The endpoint that is tried.', 3),
  object: choice('Always `test`.', ['test'], 'test'),
  url: url('Where it was sent.', 'https://shop.example.org/webhooks'),
  message: text('For whoever reads it.', 'This event was sent to try the endpoint.'),
})

const SUBJECTS = { checkout, subscription, payment, invoice, test: testMessage } satisfies Record<
  ObjectType,
  unknown
>

/** Types whose object says more than `GET` does. */
const MORE: Partial<Record<EventType, Shape<unknown>>> = {
  'subscription.renewal_due': dueSubscription,
  'payment.discrepancy': discrepantPayment,
}

/** What an event of this type carries under `data.object`. */
export function subjectOf(type: EventType): Shape<unknown> {
  return MORE[type] ?? SUBJECTS[type.split('.')[0] as ObjectType]
}

const completed = checkout.like({
  status: 'complete',
  customer_email: 'saraa@example.com',
  payment_method: pretended.name,
  paid_at: '2026-02-05T06:12:00.000000Z',
  receipt_number: 'R-001001',
  receipt_id: 1001,
  updated_at: '2026-02-05T06:12:00.000000Z',
})

/** What an event of this type says has changed, by an example; undefined where it tells of no change. */
export function changedBy(type: EventType): Record<string, unknown> | undefined {
  return CHANGES[type]
}

const CHANGES: Partial<Record<EventType, Record<string, unknown>>> = {
  'subscription.updated': {
    canceled_at: '2026-02-05T06:10:00.000000Z',
    cancellation_reason: 'requested',
    updated_at: '2026-02-05T06:10:00.000000Z',
  },
  'subscription.renewed': {
    current_period_end: '2026-02-05T15:59:59.000000Z',
    updated_at: '2026-01-05T06:12:00.000000Z',
  },
}

const previousAttributes = new Kind<Record<string, unknown>>(
  {
    type: 'object',
    properties: subscription.schema.properties,
    additionalProperties: false,
    description:
      'Of `subscription.updated` and `subscription.renewed`: the fields that changed, with what they held before. Laid over the object, they make what it was.',
  },
  undefined,
)

const properties = {
  id: id('The event.', 501),
  webhook_id: text('The same as deliveries name it, in their header `webhook-id`.', 'evt_501', {
    pattern: '^evt_[1-9][0-9]*$',
  }),
  project_id: projectId,
  type: choice('What has happened.', eventTypes, 'checkout.completed'),
  object: choice('What it has happened to.', eventObjects, 'checkout'),
  is_test: isTest,
  sequence: wholeNumber('Rises by one per object, so that you can spot what came out of order.', 1, {
    minimum: 1,
  }),
  data: object(
    {
      object: either(
        'The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted.',
        [checkout, subscription, dueSubscription, payment, invoice, testMessage, nothing],
        completed,
      ),
      previous_attributes: optional(previousAttributes),
    },
    'What it has happened to.',
  ),
  created_at: createdAt('2026-02-05T06:12:00.000000Z'),
  updated_at: time('The same: an event never changes.', '2026-02-05T06:12:00.000000Z'),
}

/** An event as `GET /events/:id` answers it and as it is delivered. */
export interface EventObject extends Infer<typeof properties> {}

export const event = shape<EventObject>(
  'Event',
  'Something that has happened, with the object as it was at that moment.',
  properties,
)
