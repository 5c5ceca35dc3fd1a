import type { EventAnswer } from '../../../common/events/present-event.ts'
import { eventObjects, eventTypes } from '../../../common/events/rules/types.ts'
import type { EventObject, EventType } from '../../../common/events/rules/types.ts'
import { exactly, Shape } from '../shape.ts'
import { choice, createdAt, id, isTest, projectId, text, time, url, wholeNumber } from '../values.ts'
import { checkout } from './checkout.ts'
import { invoice } from './invoice.ts'
import { payment } from './payment.ts'
import { dueSubscription, subscription } from './subscription.ts'

const testMessage = new Shape({
  name: 'TestMessage',
  description: 'What a test event carries.',
  properties: {
    id: id('The endpoint that is tried.'),
    object: choice('Always `test`.', ['test']),
    url: url('Where it was sent.'),
    message: text('For whoever reads it.'),
  },
  example: {
    id: 3,
    object: 'test',
    url: 'https://shop.example.org/webhooks',
    message: 'This event was sent to try the endpoint.',
  },
})

/** What an event of this type carries under `data.object`. */
export function subjectOf(type: EventType): Shape {
  return type === 'subscription.renewal_due' ? dueSubscription : SUBJECTS[type.split('.')[0] as EventObject]
}

const SUBJECTS: Record<EventObject, Shape> = { checkout, subscription, payment, invoice, test: testMessage }

export const event = new Shape<EventAnswer>({
  name: 'Event',
  description: 'Something that has happened, with the object as it was at that moment.',
  properties: {
    id: id('The event.'),
    project_id: projectId,
    type: choice('What has happened.', eventTypes),
    object: choice('What it has happened to.', eventObjects),
    is_test: isTest,
    sequence: wholeNumber('Rises by one per object, so that you can spot what came out of order.', 1),
    data: exactly(
      {
        object: {
          anyOf: [...new Set(eventTypes.map(subjectOf)), { type: 'null' }],
          description:
            'The object as GET would have answered it; null once the event is 90 days old, when its payload and deliveries are deleted.',
        },
      },
      'What it has happened to.',
    ),
    created_at: createdAt,
    updated_at: time('The same: an event never changes.'),
  },
  example: {
    id: 501,
    project_id: 1,
    type: 'checkout.completed',
    object: 'checkout',
    is_test: true,
    sequence: 1,
    data: {
      object: {
        ...checkout.example,
        status: 'complete',
        customer_email: 'saraa@example.com',
        payment_method: 'test',
        paid_at: '2026-02-05T06:12:00.000000Z',
        receipt_number: 'R-00001001',
        updated_at: '2026-02-05T06:12:00.000000Z',
      },
    },
    created_at: '2026-02-05T06:12:00.000000Z',
    updated_at: '2026-02-05T06:12:00.000000Z',
  },
})
